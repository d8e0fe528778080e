type ClientDevice = { browser: string; system: string; isPhone: boolean }

// The order matters: browsers also name other browsers for compatibility, so the first match is the
// right one.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const findName = (patterns: [RegExp, string][], text: string) =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? ''

/**
 * Returns the browser and system of a user agent. Unknown text is never returned, only names of the
 * lists.
 */
export const parseUserAgent = (userAgent: string): ClientDevice => ({
  browser: findName(browsers, userAgent),
  system: findName(systems, userAgent),
  isPhone: /\b(iPhone|Mobile)\b/.test(userAgent),
})
