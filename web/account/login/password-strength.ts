// What an attacker tries first, as in the server's own list, and a few that people add to it.
const common = [
  'password',
  'passwort',
  'contraseña',
  'motdepasse',
  'senha',
  'qwertz',
  'qwerty',
  'azerty',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'monkey',
  'dragon',
  'football',
  'sunshine',
  'princess',
  'storewright',
  'master',
  'summer',
  'winter',
  'hello',
  'secret',
  'shop',
  'store',
]
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
]

/** Bits of guessing for one piece: a word costs little per letter, since attackers have lists of them. */
function bitsOf(piece: string): number {
  const plain = piece.toLowerCase()
  if (/^(.)\1*$/.test(plain)) return 6
  if (
    plain.length > 2 &&
    runs.some(run => run.includes(plain) || [...run].reverse().join('').includes(plain))
  )
    return 6
  if (common.includes(plain)) return 6
  if (/^(19|20)\d\d$/.test(plain)) return 6
  if (/^\d+$/.test(plain)) return plain.length * 3.3
  if (/^\p{L}+$/u.test(plain))
    return Math.min(plain.length * 4.7, 8 + plain.length * 2) + (piece === plain ? 0 : 1)
  return plain.length * 4
}

export type Strength = 0 | 1 | 2 | 3 | 4

/**
 * How long a password would hold against guessing, from 0 (the server would refuse it) to 4. An estimate in forty lines:
 * libraries that know more weigh several times the whole page, and long sentences are strong by any measure.
 */
export function strengthOf(password: string, email = ''): Strength {
  const name = email.split('@')[0]?.toLowerCase() ?? ''
  if ([...password].length < 10 || (name.length >= 4 && password.toLowerCase().includes(name)))
    return 0
  const pieces = password.match(/\p{Lu}?\p{Ll}+|\p{L}+|\d+|[^\p{L}\d]/gu) ?? []
  // The same piece again is hardly another guess.
  const bits = [...new Set(pieces.map(piece => piece.toLowerCase()))].reduce(
    (sum, piece) => sum + bitsOf(pieces.find(one => one.toLowerCase() === piece) ?? piece),
    0,
  )
  if (bits < 20) return 0
  if (bits < 34) return 1
  if (bits < 46) return 2
  return bits < 60 ? 3 : 4
}
