/** Titles of 200 characters. Those without spaces are single words, which break only by force. */
export const longTitles: readonly string[] = [
  'W'.repeat(200),
  'ش'.repeat(200),
  'Щ'.repeat(200),
  'สวัสดี'.repeat(34).slice(0, 200),
  '陶器の急須'.repeat(40),
  'मिट्टी का बर्तन '.repeat(13).slice(0, 200),
  '🫖'.repeat(100),
]
