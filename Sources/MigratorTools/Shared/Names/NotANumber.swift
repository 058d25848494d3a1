struct NotANumber: Error {
  let text: String
}
