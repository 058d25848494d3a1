/// A text in the place of a number, which the tool refuses.
struct NotANumber: Error {
  let text: String
}
