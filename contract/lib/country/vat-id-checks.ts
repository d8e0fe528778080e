import { sum } from '../sum.ts'

type VatIdCheck = { pattern: RegExp; isValid: (number: string) => boolean }

const toDigits = (number: string) => [...number].map(Number)
const weigh = (number: string, weights: readonly number[]) =>
  sum(weights.map((weight, i) => weight * Number(number[i])))
const getLast = (number: string, length = 1) => Number(number.slice(-length))
const addDigits = (value: number) => Math.floor(value / 10) + (value % 10)

function hasLuhnDigit(number: string): boolean {
  const digits = toDigits(number).reverse()
  return sum(digits.map((digit, i) => (i % 2 === 0 ? digit : addDigits(digit * 2)))) % 10 === 0
}

/** ISO 7064, MOD 11,10. */
function hasMod1110Digit(number: string): boolean {
  const rest = toDigits(number.slice(0, -1)).reduce((product, digit) => {
    const value = (product + digit) % 10 || 10
    return (value * 2) % 11
  }, 10)
  return (11 - rest) % 10 === getLast(number)
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const isSpanishPerson = (number: string) =>
  spanishLetters[Number(number.slice(0, -1)) % 23] === number.at(-1)
function isSpanishCompany(number: string): boolean {
  const digits = toDigits(number.slice(1, 8))
  const total = sum(digits.map((digit, i) => (i % 2 === 0 ? addDigits(digit * 2) : digit)))
  const check = (10 - (total % 10)) % 10
  return number.at(-1) === String(check) || number.at(-1) === 'JABCDEFGHI'[check]
}

const frenchCharacters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
function isFrench(number: string): boolean {
  const [first = '', second = ''] = number
  const siren = Number(number.slice(2))
  if (/^\d\d/.test(number)) return (12 + 3 * (siren % 97)) % 97 === Number(number.slice(0, 2))
  const [a, b] = [frenchCharacters.indexOf(first), frenchCharacters.indexOf(second)]
  const key = /\d/.test(first) ? a * 24 + b - 10 : a * 34 + b - 100
  return (siren + 1 + Math.floor(key / 11)) % 11 === key % 11
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'
const getIrishLetter = (digits: string, extra = 'W') =>
  irishLetters[(weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * irishLetters.indexOf(extra)) % 23]

function isBulgarianCompany(number: string): boolean {
  const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first === 10 ? weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first
  return check % 10 === getLast(number)
}
const isBulgarianPerson = (number: string) =>
  (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === getLast(number) ||
  weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === getLast(number) ||
  (11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === getLast(number)

function isLithuanian(number: string): boolean {
  const digits = toDigits(number.slice(0, -1))
  const first = sum(digits.map((digit, i) => digit * (1 + (i % 9)))) % 11
  const check = first === 10 ? sum(digits.map((d, i) => d * (1 + ((i + 2) % 9)))) % 11 : first
  return check % 10 === getLast(number)
}
const isLatvian = (number: string) =>
  Number(number[0]) > 3
    ? weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
    : ((1 + weigh(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === getLast(number)

/** Sole traders have numbers by ISO 7064 MOD 97-10, in which letters count from A = 10. */
const isDutch = (number: string) =>
  weigh(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 ||
  BigInt(`2321${number.replace('B', '11')}`) % 97n === 1n

const cypriotOddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const getCypriotLetter = (number: string) =>
  String.fromCharCode(
    65 +
      (sum(
        toDigits(number.slice(0, 8)).map((d, i) => (i % 2 === 0 ? (cypriotOddValues[d] ?? 0) : d)),
      ) %
        26),
  )

function isSlovenian(number: string): boolean {
  const check = 11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 11 && check % 10 === getLast(number)
}

function isNorthernIrish(number: string): boolean {
  const total = weigh(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9))
  return total % 97 === 0 || (total + 55) % 97 === 0
}

const isAlwaysValid = () => true
const checks: Record<string, readonly VatIdCheck[]> = {
  AT: [
    {
      pattern: /^U\d{8}$/,
      isValid: number => {
        const digits = toDigits(number.slice(1, 8))
        const total = sum(digits.map((digit, i) => addDigits(digit * (1 + (i % 2)))))
        return (10 - ((total + 4) % 10)) % 10 === getLast(number)
      },
    },
  ],
  BE: [
    {
      pattern: /^[01]\d{9}$/,
      isValid: number => 97 - (Number(number.slice(0, 8)) % 97) === getLast(number, 2),
    },
  ],
  BG: [
    { pattern: /^\d{9}$/, isValid: isBulgarianCompany },
    { pattern: /^\d{10}$/, isValid: isBulgarianPerson },
  ],
  CY: [
    {
      pattern: /^(?!12)\d{8}[A-Z]$/,
      isValid: number => getCypriotLetter(number) === number.at(-1),
    },
  ],
  CZ: [
    {
      pattern: /^[0-8]\d{7}$/,
      isValid: number =>
        ((11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 || 1) % 10 === getLast(number),
    },
    // People born before 1954 have a number without a check digit.
    { pattern: /^\d{9}$/, isValid: isAlwaysValid },
    {
      pattern: /^\d{10}$/,
      isValid: number => (Number(number.slice(0, 9)) % 11) % 10 === getLast(number),
    },
  ],
  DE: [{ pattern: /^[1-9]\d{8}$/, isValid: hasMod1110Digit }],
  DK: [
    {
      pattern: /^[1-9]\d{7}$/,
      isValid: number => weigh(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    },
  ],
  EE: [
    {
      pattern: /^\d{9}$/,
      isValid: number => weigh(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
    },
  ],
  EL: [
    {
      pattern: /^\d{9}$/,
      isValid: number =>
        (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === getLast(number),
    },
  ],
  ES: [
    { pattern: /^\d{8}[A-Z]$/, isValid: isSpanishPerson },
    {
      pattern: /^[XYZ]\d{7}[A-Z]$/,
      isValid: number => isSpanishPerson(`${'XYZ'.indexOf(number.charAt(0))}${number.slice(1)}`),
    },
    { pattern: /^[KLM]\d{7}[A-Z]$/, isValid: number => isSpanishPerson(number.slice(1)) },
    { pattern: /^[A-HJNP-SUVW]\d{7}[A-J\d]$/, isValid: isSpanishCompany },
  ],
  FI: [
    { pattern: /^\d{8}$/, isValid: number => weigh(number, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  ],
  FR: [{ pattern: /^[A-HJ-NP-Z\d]{2}\d{9}$/, isValid: isFrench }],
  HR: [{ pattern: /^\d{11}$/, isValid: hasMod1110Digit }],
  HU: [
    { pattern: /^\d{8}$/, isValid: number => weigh(number, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  ],
  IE: [
    {
      pattern: /^\d{7}[A-W][A-IW]?$/,
      isValid: number => getIrishLetter(number, number[8]) === number[7],
    },
    {
      pattern: /^\d[A-Z+*]\d{5}[A-W]$/,
      isValid: number => getIrishLetter(`0${number.slice(2, 7)}${number[0]}`) === number[7],
    },
  ],
  IT: [{ pattern: /^\d{11}$/, isValid: hasLuhnDigit }],
  LT: [{ pattern: /^(\d{7}1\d|\d{10}1\d)$/, isValid: isLithuanian }],
  LU: [
    {
      pattern: /^\d{8}$/,
      isValid: number => Number(number.slice(0, 6)) % 89 === getLast(number, 2),
    },
  ],
  LV: [{ pattern: /^\d{11}$/, isValid: isLatvian }],
  MT: [
    { pattern: /^\d{8}$/, isValid: number => weigh(number, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  ],
  NL: [{ pattern: /^\d{9}B\d\d$/, isValid: isDutch }],
  PL: [
    {
      pattern: /^\d{10}$/,
      isValid: number => weigh(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === getLast(number),
    },
  ],
  PT: [
    {
      pattern: /^\d{9}$/,
      isValid: number =>
        ((11 - (weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === getLast(number),
    },
  ],
  RO: [
    {
      pattern: /^[1-9]\d{1,9}$/,
      isValid: number =>
        ((weigh(number.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 ===
        getLast(number),
    },
  ],
  SE: [{ pattern: /^\d{10}(?!00)\d\d$/, isValid: number => hasLuhnDigit(number.slice(0, 10)) }],
  SI: [{ pattern: /^[1-9]\d{7}$/, isValid: isSlovenian }],
  SK: [{ pattern: /^[1-9]\d{9}$/, isValid: number => Number(number) % 11 === 0 }],
  XI: [
    { pattern: /^\d{9}(\d{3})?$/, isValid: isNorthernIrish },
    { pattern: /^(GD[0-4]\d\d|HA[5-9]\d\d)$/, isValid: isAlwaysValid },
  ],
}

/** Returns the forms of VAT IDs with a prefix, or undefined if the prefix has no rules. */
export const listVatIdChecks = (prefix: string): readonly VatIdCheck[] | undefined =>
  Object.hasOwn(checks, prefix) ? checks[prefix] : undefined
