/** Returns numbers below `max` that are the same in each run (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % max
  }
}
type Random = ReturnType<typeof createRandom>

const crlf = '\r\n'
const toBytes = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => random(256)))
const choose = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[random(values.length)] ?? values[0]
const repeat = (count: number, toText: (nr: number) => string) =>
  Array.from({ length: count }, (_, nr) => toText(nr)).join('')

type BrokenMail = { fields?: string[]; body?: string | Buffer }
type Generator = (random: Random) => BrokenMail

const charsets = ['utf-8', 'utf-7', 'utf-16', 'x-none', 'big5', 'iso-2022-jp', '', '"'] as const
const multiparts = ['mixed', 'alternative', 'related', 'report', ''] as const
const boundaries = ['', '"', '""', 'a'.repeat(5000), 'b"c', '--'] as const

const nested: Generator = random => ({
  body: 'x',
  fields: [
    repeat(
      1 + random(200),
      nr => `Content-Type: multipart/mixed; boundary=b${nr}${crlf}${crlf}--b${nr}${crlf}`,
    ).slice(0, -crlf.length),
    'Content-Type: text/plain',
  ],
})
const hugeHeaders: Generator = random => ({
  fields: [
    `X-Long: ${'y'.repeat(1 + random(400_000))}`,
    repeat(random(5000), nr => `X-${nr}: z${crlf}`).trimEnd() || 'X-Z: z',
  ],
  body: 'Blue?',
})
const wrongCharset: Generator = random => ({
  fields: [
    `Content-Type: text/plain; charset=${choose(random, charsets)}`,
    `X-Word: =?${choose(random, charsets)}?${choose(random, ['b', 'q', 'z'])}?${'=?'.repeat(random(50))}`,
  ],
  body: toBytes(random, random(2000)),
})
const invalidBase64: Generator = random => ({
  fields: ['Content-Type: text/html', 'Content-Transfer-Encoding: base64'],
  body: `${'PGI+'.repeat(random(50))}${toBytes(random, random(500)).toString('latin1')}=%%%`,
})
const nulBytes: Generator = random => ({
  fields: [`X-Nul: a\0b`, 'Content-Type: text/plain; name="a\0b"'],
  body: Buffer.concat([Buffer.alloc(random(500)), Buffer.from('Blue?\0')]),
})
const attachment =
  (type: string, name: string): Generator =>
  random => ({
    fields: [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
    ],
    body: toBytes(random, random(3000)).toString('base64'),
  })
const winmail: Generator = random => {
  const made = attachment('application/ms-tnef', 'winmail.dat')(random)
  const signature = Buffer.from([0x78, 0x9f, 0x3e, 0x22])
  return { ...made, body: Buffer.concat([signature, toBytes(random, 400)]).toString('base64') }
}
const smime = attachment('application/pkcs7-mime; smime-type=enveloped-data', 'smime.p7m')
const pgp: Generator = random => ({
  fields: ['Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b'],
  body: [
    '--b',
    'Content-Type: application/pgp-encrypted',
    '',
    'Version: 1',
    '--b',
    '',
    '-----BEGIN PGP MESSAGE-----',
    toBytes(random, 200).toString('base64'),
    random(2) ? '--b--' : '',
  ].join(crlf),
})
const injectedHeader: Generator = random => ({
  fields: [
    `To: a@b.example${choose(random, ['\r', '\n', '\r\n\t', '%0d%0a', '\u2028'])}Bcc: eve@evil.example`,
    `Reply-To: =?utf-8?q?x=0D=0ABcc:_eve@evil.example?= <a@b.example>`,
    `In-Reply-To: <a@b>${'\r\n '.repeat(random(20))}<c@d>`,
  ],
  body: `Blue?${crlf}.${crlf}MAIL FROM:<eve@evil.example>`,
})
const brokenDate: Generator = random => ({
  fields: [
    `Date: ${choose(random, ['yesterday', 'Thu, 99 Foo 99999 99:99:99 +9999', '0', '-1', '', '1e999'])}`,
  ],
  body: 'Blue?',
})
const addresses: Generator = random => ({
  fields: [
    `To: ${repeat(1 + random(5000), nr => `"P ${nr}" <p${nr}@example.com>, `)}x`,
    `Cc: ${repeat(random(500), () => 'g: ')}${'('.repeat(random(1000))}<>;;,,@@`,
  ],
  body: 'Blue?',
})
const manyParts: Generator = random => ({
  fields: ['Content-Type: multipart/mixed; boundary=b'],
  body: repeat(
    1 + random(3000),
    nr => `--b${crlf}Content-Disposition: attachment; filename="f${nr}"${crlf}${crlf}x${crlf}`,
  ),
})
const badBoundary: Generator = random => ({
  fields: [
    `Content-Type: multipart/${choose(random, multiparts)}; boundary=${choose(random, boundaries)}`,
  ],
  body: `--${crlf}--b${crlf}${crlf}<script>alert(1)</script>${crlf}--b--${crlf}`,
})
const hostileHtml: Generator = random => ({
  fields: ['Content-Type: text/html'],
  body: [
    '<div>'.repeat(random(3000)),
    '<svg onload=alert(1)>',
    '<table><tr><td>'.repeat(random(200)),
    '<a href="&#106;avascript:alert(1)">',
  ].join(''),
})
const emailIds: Generator = random => ({
  fields: [
    `References: ${repeat(random(3000), nr => `<r${nr}@example.com> `)}`,
    `Auto-Submitted: ${choose(random, ['no', '', 'auto-replied', '\0'])}`,
  ],
  body: 'Blue?',
})
const report: Generator = random => ({
  fields: ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
  body: [
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    repeat(random(2000), () => ` a${crlf}`),
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${'<'.repeat(random(3000))}`,
  ].join(crlf),
})
const noise: Generator = random => ({ body: toBytes(random, random(4000)) })
const emailInEmail: Generator = random => ({
  body: 'x',
  fields: [
    repeat(
      1 + random(100),
      () => `Content-Type: message/rfc822${crlf}${crlf}From: a@b.example${crlf}`,
    ).trimEnd(),
  ],
})
const uuencoded: Generator = random => ({
  fields: [
    `Content-Transfer-Encoding: ${choose(random, ['x-uuencode', 'binary', '9bit', 'quoted-printable'])}`,
  ],
  body: `begin 644 ../../etc/passwd${crlf}=${crlf}=9${crlf}${toBytes(random, 300).toString('latin1')}`,
})

const generators = {
  nested,
  hugeHeaders,
  wrongCharset,
  invalidBase64,
  nulBytes,
  winmail,
  smime,
  pgp,
  injectedHeader,
  brokenDate,
  addresses,
  manyParts,
  badBoundary,
  hostileHtml,
  emailIds,
  report,
  noise,
  emailInEmail,
  uuencoded,
} satisfies Record<string, Generator>
const kinds = Object.values(generators)

/** The subject contains the number, if the email has fields at all. */
export function createBrokenMail(nr: number): Buffer {
  const random = createRandom(nr)
  if (nr % 100 === 99) return Buffer.from(nr % 200 === 99 ? `Only a text ${nr}` : `Subject: ${nr}`)
  const generate = kinds[nr % kinds.length] ?? noise
  const { fields = [], body = '' } = generate(random)
  const head = [
    `From: Ann ${nr} <ann${nr}@example.com>`,
    `Subject: Broken ${nr}`,
    ...(random(3) ? [`Message-ID: <m${nr}@example.com>`] : []),
    ...fields,
  ].join(crlf)
  return Buffer.concat([Buffer.from(`${head}${crlf}${crlf}`, 'latin1'), Buffer.from(body)])
}
