// What an attacker tries first, as in the server's own list, and a few that people add to it.
const commonWords = [
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
const characterSequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
]

/** Bits of guessing for one piece: a word costs little per letter, since attackers have lists of them. */
function estimateBits(segment: string): number {
  const lowercase = segment.toLowerCase()
  if (/^(.)\1*$/.test(lowercase)) return 6
  if (
    lowercase.length > 2 &&
    characterSequences.some(
      sequence =>
        sequence.includes(lowercase) || [...sequence].reverse().join('').includes(lowercase),
    )
  )
    return 6
  if (commonWords.includes(lowercase)) return 6
  if (/^(19|20)\d\d$/.test(lowercase)) return 6
  if (/^\d+$/.test(lowercase)) return lowercase.length * 3.3
  if (/^\p{L}+$/u.test(lowercase))
    return (
      Math.min(lowercase.length * 4.7, 8 + lowercase.length * 2) + (segment === lowercase ? 0 : 1)
    )
  return lowercase.length * 4
}

export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/**
 * How long a password would hold against guessing, from 0 (the server would refuse it) to 4. An estimate in forty lines:
 * libraries that know more weigh several times the whole page, and long sentences are strong by any measure.
 */
export function estimatePasswordStrength(password: string, email = ''): PasswordStrength {
  const emailName = email.split('@')[0]?.toLowerCase() ?? ''
  if (
    [...password].length < 10 ||
    (emailName.length >= 4 && password.toLowerCase().includes(emailName))
  )
    return 0
  const segments = password.match(/\p{Lu}?\p{Ll}+|\p{L}+|\d+|[^\p{L}\d]/gu) ?? []
  // The same piece again is hardly another guess.
  const bits = [...new Set(segments.map(lowercase => lowercase.toLowerCase()))].reduce(
    (sum, lowercase) =>
      sum +
      estimateBits(segments.find(segment => segment.toLowerCase() === lowercase) ?? lowercase),
    0,
  )
  if (bits < 20) return 0
  if (bits < 34) return 1
  if (bits < 46) return 2
  return bits < 60 ? 3 : 4
}
