/**
 * Returns only the digits of a phone number, without leading zeros, because the zero of an area
 * code is omitted after a country code. Returns other text unchanged.
 */
export const normalizePhone = (text: string) =>
  /^\+?[\d\s()./-]{5,}$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : text
