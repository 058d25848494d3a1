"""Opens reports of `migtui check` and `dry-run` in headless Chromium, and measures them.

For phones and wide windows, light and dark: no part is wider than the window, every text has a
contrast of at least 4.5 : 1, and nothing is loaded. Also writes screenshots and a PDF to look at.

Usage: pages.py MIGTUI FOLDER
"""
import html
import json
import os
import re
import shutil
import subprocess
import sys

migtui, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
browser = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if not browser:
    sys.exit("Chromium is missing: apt-get install chromium, or set CHROMIUM.")

# Runs in a page around the report, because the report forbids scripts.
MEASURE = """
const page = document.querySelector('iframe').contentDocument;
const view = page.defaultView;
const number = text => (text.match(/[0-9.]+/g) || []).map(Number);
function light(color) {
  const part = color.slice(0, 3).map(c => { c /= 255;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); });
  return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}
function back(element) {
  for (let e = element; e; e = e.parentElement) {
    if (e instanceof view.SVGElement && e.tagName !== 'svg') continue;
    const c = number(view.getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] > 0) return c;
  }
  return [255, 255, 255];
}
let least = 99, worst = '', texts = 0;
const walker = page.createTreeWalker(page.body, 4);
while (walker.nextNode()) {
  const node = walker.currentNode, element = node.parentElement;
  if (!node.data.trim() || element.closest('style, title, defs')) continue;
  const style = view.getComputedStyle(element);
  const ink = number(element instanceof view.SVGElement ? style.fill : style.color);
  const [a, b] = [light(ink), light(back(element))].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  texts += 1;
  if (ratio < least) { least = ratio; worst = node.data.trim().slice(0, 40); }
}
const root = page.documentElement;
document.title = JSON.stringify({ texts, contrast: least, worst, width: root.scrollWidth,
  window: root.clientWidth, dark: view.matchMedia('(prefers-color-scheme: dark)').matches,
  loaded: view.performance.getEntriesByType('resource').length });
"""


def chromium(*arguments):
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--allow-file-access-from-files", "--host-resolver-rules=MAP * ~NOTFOUND"]
    return subprocess.run([browser, *flags, *arguments], capture_output=True, text=True).stdout


def frame(report, width, height):
    path = os.path.join(folder, "frame.html")
    with open(path, "w") as file:
        file.write(f"""<!DOCTYPE html><html><head><title></title></head><body style="margin:0">
<iframe src="file://{report}" style="border:0;width:{width}px;height:{height}px"></iframe>
<script>onload = () => {{ {MEASURE} }};</script></body></html>""")
    return "file://" + path


os.makedirs(folder, exist_ok=True)
project = os.path.join(folder, "demo")
shutil.rmtree(project, ignore_errors=True)
subprocess.run([migtui, "demo", "--into", project], check=True, capture_output=True)
runs = {
    "check": ["check", "matchday.sqlite"],
    "empty": ["check"],
    "dry-run": ["dry-run", "matchday.sqlite", "--all"],
}
flaws = 0
for name, arguments in runs.items():
    report = os.path.join(folder, f"{name}.html")
    subprocess.run([migtui, *arguments, "--report", f"html={report}"], cwd=project,
                   capture_output=True)
    for width in [360, 1200]:
        for theme in ["light", "dark"]:
            blink = ["--blink-settings=preferredColorScheme=" + ("0" if theme == "dark" else "1")]
            size = f"--window-size={max(width, 500)},3000"
            address = frame(report, width, 3000)
            picture = os.path.join(folder, f"{name}-{width}-{theme}.png")
            chromium(*blink, size, f"--screenshot={picture}", address)
            dom = chromium(*blink, size, "--dump-dom", address)
            title = re.search(r"<title>(.+?)</title>", dom)
            result = json.loads(html.unescape(title.group(1))) if title else {}
            isGood = (result.get("texts", 0) > 50 and result["contrast"] >= 4.5
                      and result["width"] <= result["window"] and result["loaded"] == 0
                      and result["dark"] == (theme == "dark"))
            flaws += not isGood
            print("ok  " if isGood else "BAD ", name, width, theme, result)
    chromium("--no-pdf-header-footer", f"--print-to-pdf={folder}/{name}.pdf", "file://" + report)
    isPrinted = os.path.getsize(f"{folder}/{name}.pdf") > 10_000
    flaws += not isPrinted
    print("ok  " if isPrinted else "BAD ", name, "PDF")
print(f"Pictures are in {folder}.")
sys.exit(1 if flaws else 0)
