/// Placeholder.
final class Authorizer {
  func takeDenial() -> String? { nil }
  func forgetDenial() {}
}
