package enum Version {
  package static let text = "0.2.0"
  package static let date = "2026-11-28"
}
