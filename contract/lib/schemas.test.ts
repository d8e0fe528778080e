import { expect, test } from 'vitest'
import { asciiCodeText, codeText, Email, multiLineText, Slug, singleLineText } from './schemas.ts'

test.each([
  ['Ada\r\nBcc: eve@example.com', 'Ada Bcc: eve@example.com'],
  ['\n Ada\tVerne\u2028', 'Ada Verne'],
  ['a\u0085\v\fb', 'a b'],
])('the single line %j becomes %j', (text, line) =>
  expect(singleLineText(40).parse(text)).toBe(line),
)

test('a single line of line breaks is empty, and other texts keep them', () => {
  expect(singleLineText(40, 1).safeParse('\r\n').success).toBe(false)
  expect(multiLineText(40).parse('Ring\ntwice')).toBe('Ring\ntwice')
})

test.each([
  ['\u202aTea\u200b \u00adPot\ufeff\u202c\u2069', 'Tea Pot'],
  ['\u3164\u2060', ''],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['Ze\u200cro', 'Zero'],
  ['👩\u200d🚀 ❤\ufe0f', '👩\u200d🚀 ❤\ufe0f'],
  ['葛\u{e0100}飾', '葛\u{e0100}飾'],
  ['\u{1f3f4}\u{e0067}\u{e007f} a\u{e0067}', '\u{1f3f4}\u{e0067}\u{e007f} a'],
  ['a\u001bb\u007fc\u0000'.slice(0, -1), 'abc'],
])('words %j become %j', (text, line) => expect(singleLineText(40).parse(text)).toBe(line))

test.each([
  ['\u200eSKU\u200d-1\u200c\u2066', 'SKU-1'],
  ['می\u200cخواهم', 'میخواهم'],
  ['A–1 Ａ', 'A–1 Ａ'],
])('the code %j becomes %j', (text, code) => expect(codeText(40).parse(text)).toBe(code))

test.each([
  ['〒１００－０００１', '〒100-0001'],
  ['１００ー０００１', '100-0001'],
  ['+٩٦٦ ٥٠', '+966 50'],
  ['\u202a+49\u00a030\u2011123\u202c', '+49 30-123'],
  ['ＳＡＶＥ１０', 'SAVE10'],
  ['セール', 'セール'],
])('the ASCII code %j becomes %j', (text, code) => expect(asciiCodeText(40).parse(text)).toBe(code))

test.each([
  [' Ada@Example.COM\u200b', 'ada@example.com'],
  ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['IVAN@ПРИМЕР.РФ', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['ivan@xn--e1afmkfd.xn--p1ai', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['a@faß.de', 'a@xn--fa-hia.de'],
  ['a@Bücher。example', 'a@xn--bcher-kva.example'],
  ['ada＠example．com', 'ada@example.com'],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
])('the email %j is stored as %j', (text, email) => expect(Email.parse(text)).toBe(email))

test.each([
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'ada@-a.de',
  'ada@a..de',
  'ada@1.2.3.4',
  'ada@example.com.',
  'ada@exa mple.com',
  'ada@a@b.de',
  'a b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  '"a"@example.com',
  'a<b>@example.com',
  'a,b@example.com',
  'ada@exam_ple.com',
  'ada@пример.рф/x',
  `${'a'.repeat(250)}@b.de`,
])('%j is no email', text => expect(Email.safeParse(text).success).toBe(false))

test.each([
  ['чайник', 'чайник'],
  ['Чайник\u200b', 'чайник'],
  ['Tromsø', 'tromso'],
  ['茶壺-2', '茶壺-2'],
])('the slug %j is saved as %j', (text, slug) => expect(Slug.parse(text)).toBe(slug))

test.each(['a b', 'a--b', '-a', 'a/b', 'a.b', '', '%D1%87', 'a_b'])('%j is no slug', text =>
  expect(Slug.safeParse(text).success).toBe(false),
)
