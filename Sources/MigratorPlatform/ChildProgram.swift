internal import CMigratorPlatform

/// A child process, started without a shell and with its arguments as an array.
package struct ChildProgram: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    package let status: Int32
    /// The contents of its standard output.
    package let output: [UInt8]
    /// The contents of its standard error.
    package let errors: [UInt8]
  }

  /// The name of the program, which is found in PATH.
  package let name: String
  /// The environment variables to change; a value of `nil` removes the variable.
  package let environment: [String: String?]

  package init(_ name: String, environment: [String: String?] = [:]) {
    self.name = name
    self.environment = environment
  }

  /// Runs the program and waits until it ends.
  ///
  /// The streams are unnamed files in TMPDIR, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - arguments: The arguments; none may contain NUL.
  ///   - input: The contents of its standard input.
  /// - Returns: The outcome.
  /// - Throws: `SystemFailure` if the program cannot be started; ``SystemFailure/isMissing`` is
  ///   true if it does not exist.
  package func run(_ arguments: [String], input: [UInt8] = []) throws(SystemFailure) -> Outcome {
    let folder = Environment.temporaryFolder
    let streams = (
      try UnlinkedFile(in: folder), try UnlinkedFile(in: folder), try UnlinkedFile(in: folder)
    )
    if !input.isEmpty {
      var failure: SystemFailure?
      input.withUnsafeBytes { bytes in
        do throws(SystemFailure) { try streams.0.write(bytes, at: 0) } catch { failure = error }
      }
      if let failure { throw failure }
    }
    let status = withLists(arguments) { arguments, removals, additions in
      platform_run(
        arguments, removals, additions, streams.0.descriptor, streams.1.descriptor,
        streams.2.descriptor, 1)
    }
    guard status >= 0 else { throw .last }
    return Outcome(
      status: status, output: try streams.1.contents(), errors: try streams.2.contents())
  }

  /// Starts the program in its own process group; the caller must wait until it ends.
  ///
  /// - Parameters:
  ///   - arguments: The arguments; none may contain NUL.
  ///   - streams: The descriptors that become its standard streams. The program inherits no other
  ///     descriptors.
  /// - Returns: The process ID.
  /// - Throws: `SystemFailure` if it cannot be started.
  package func start(
    _ arguments: [String], streams: (input: Int32, output: Int32, errors: Int32)
  ) throws(SystemFailure) -> Int32 {
    let child = withLists(arguments) { arguments, removals, additions in
      platform_start(
        arguments, removals, additions, streams.input, streams.output, streams.errors, 1, 1)
    }
    guard child >= 0 else { throw .last }
    return child
  }

  /// Calls a closure with the arguments and the changes to the environment as C strings.
  private func withLists<T>(_ arguments: [String], _ body: (List, List, List) -> T) -> T {
    let additions = environment.compactMap { name, value in value.map { "\(name)=\($0)" } }
    return Self.withCStrings([name] + arguments) { arguments in
      Self.withCStrings(Array(environment.keys)) { removals in
        Self.withCStrings(additions) { body(arguments, removals, $0) }
      }
    }
  }

  private typealias List = UnsafePointer<UnsafePointer<CChar>?>

  /// Calls a closure with an array of C strings that ends with NULL.
  private static func withCStrings<T>(
    _ texts: [String], _ body: (List) -> T
  ) -> T {
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
    let copies = texts.map { strdup($0) }
    for (index, copy) in copies.enumerated() { list[index] = UnsafePointer(copy) }
    list[texts.count] = nil
    defer {
      copies.forEach { free($0) }
      list.deallocate()
    }
    return body(list)
  }
}
