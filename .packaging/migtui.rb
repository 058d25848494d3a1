# A Homebrew formula. Untested: migtui was never compiled on macOS.
class Migtui < Formula
  desc "Inspects and migrates SQLite databases"
  homepage "<URL>"
  url "<URL>/archive/refs/tags/0.2.0.tar.gz"
  sha256 "<the SHA-256 of the archive>"
  license "MIT"

  depends_on xcode: ["26.0", :build]
  uses_from_macos "ncurses"
  uses_from_macos "sqlite"

  on_linux do
    depends_on "swift" => :build
  end

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/migtui --version")
  end
end
