// The time limit of a test run. A test run takes minutes, and on a busy machine a quarter of an
// hour.
enum { RUN_LIMIT_SECONDS = 2700 };
