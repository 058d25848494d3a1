/// An error for a string that the tool requires to be a number.
struct NotANumber: Error {
  let text: String
}
