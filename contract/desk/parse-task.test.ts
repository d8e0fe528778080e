import { describe, expect, test } from 'vitest'
import { type Language, languageCodes } from '../lib/text/languages.ts'
import { parseTask } from './parse-task.ts'

/** A Wednesday. */
const today = '2026-11-25'
const parse = (text: string, language: Language = 'en') =>
  parseTask(text, { language, today, time: '12:00' })
/** Returns title, day and time in one line. */
const summarize = (text: string, language: Language) => {
  const { title, dueDate, dueTime } = parse(text, language)
  return [title, dueDate, dueTime].filter(Boolean).join(' | ')
}

const cases: Record<Language, Record<string, string>> = {
  en: {
    'call Anna tomorrow 10': 'call Anna | 2026-11-26 | 10:00',
    'Call Anna on Friday at 3': 'Call Anna | 2026-11-27 | 15:00',
    'Friday 9:30 call Anna': 'call Anna | 2026-11-27 | 09:30',
    'Pay rent by 1 Dec': 'Pay rent | 2026-12-01',
    'Pay rent March 3rd, 2027': 'Pay rent | 2027-03-03',
    'Order clay in 3 days': 'Order clay | 2026-11-28',
    'Order clay in a week 4 pm': 'Order clay | 2026-12-02 | 16:00',
    'Count stock next week': 'Count stock | 2026-11-30',
    'Count stock next month': 'Count stock | 2026-12-01',
    'Call at 11': 'Call | 2026-11-26 | 11:00',
    'Call at 13:15': 'Call | 2026-11-25 | 13:15',
    'Send 10 boxes tomorrow': 'Send 10 boxes | 2026-11-26',
    'Send tomorrow 10 boxes': 'Send 10 boxes | 2026-11-26',
    'The cat sat on the mat': 'The cat sat on the mat',
    'Meet on Sat': 'Meet | 2026-11-28',
    'Ship by 2026-12-24': 'Ship | 2026-12-24',
    'Ask about #1001 on Wednesday': 'Ask about #1001 | 2026-12-02',
    'Leap 29 February': 'Leap | 2028-02-29',
    'Buy 31 Feb cards': 'Buy 31 Feb cards',
    tomorrow: 'tomorrow',
  },
  de: {
    'Anna morgen 10 anrufen': 'Anna 10 anrufen | 2026-11-26',
    'Anna anrufen morgen 10': 'Anna anrufen | 2026-11-26 | 10:00',
    'Anna am Freitag um 9 anrufen': 'Anna anrufen | 2026-11-27 | 09:00',
    'Miete zahlen bis 3. Dezember': 'Miete zahlen | 2026-12-03',
    'Miete zahlen 3.12. 14 Uhr': 'Miete zahlen | 2026-12-03 | 14:00',
    'Übermorgen 10.30 Uhr Anruf': 'Anruf | 2026-11-27 | 10:30',
    'Ton bestellen in 3 Tagen': 'Ton bestellen | 2026-11-28',
    'Inventur nächste Woche': 'Inventur | 2026-11-30',
    'Inventur am Sa': 'Inventur | 2026-11-28',
    'So geht das': 'So geht das',
  },
  fr: {
    'Appeler Anna demain 10h': 'Appeler Anna | 2026-11-26 | 10:00',
    'Appeler Anna vendredi prochain à 14h30': 'Appeler Anna | 2026-11-27 | 14:30',
    'Payer le loyer le 1er décembre': 'Payer le loyer | 2026-12-01',
    'Commander dans 3 jours': 'Commander | 2026-11-28',
    'Inventaire la semaine prochaine': 'Inventaire | 2026-11-30',
    'Relancer après-demain': 'Relancer | 2026-11-27',
    'Livrer aujourd’hui à 15 h': 'Livrer | 2026-11-25 | 15:00',
  },
  es: {
    'Llamar a Ana mañana a las 10': 'Llamar a Ana | 2026-11-26 | 10:00',
    'Llamar a Ana el viernes 9:00': 'Llamar a Ana | 2026-11-27 | 09:00',
    'Pagar el 3 de diciembre de 2027': 'Pagar | 2027-12-03',
    'Pedir dentro de 3 días': 'Pedir | 2026-11-28',
    'Inventario la próxima semana': 'Inventario | 2026-11-30',
    'Llamar pasado mañana a las 5 de la tarde': 'Llamar | 2026-11-27 | 17:00',
  },
  pt: {
    'Ligar para Ana amanhã às 10': 'Ligar para Ana | 2026-11-26 | 10:00',
    'Ligar na sexta-feira 9h30': 'Ligar | 2026-11-27 | 09:30',
    'Pagar até 3 de dezembro': 'Pagar | 2026-12-03',
    'Pedir daqui a 3 dias': 'Pedir | 2026-11-28',
    'Inventário na próxima semana': 'Inventário | 2026-11-30',
    'Enviar segunda via': 'Enviar segunda via',
    'Enviar na segunda': 'Enviar | 2026-11-30',
  },
  ar: {
    'اتصل بآنا غدًا 10': 'اتصل بآنا | 2026-11-26 | 10:00',
    'اتصل بآنا يوم الجمعة الساعة ٩': 'اتصل بآنا | 2026-11-27 | 09:00',
    'ادفع الإيجار 3 ديسمبر': 'ادفع الإيجار | 2026-12-03',
    'اطلب الطين بعد 3 أيام': 'اطلب الطين | 2026-11-28',
    'اطلب الطين بعد يومين': 'اطلب الطين | 2026-11-27',
    'جرد المخزون الأسبوع القادم': 'جرد المخزون | 2026-11-30',
    'اتصل بعد غد الساعة 5 مساءً': 'اتصل | 2026-11-27 | 17:00',
  },
}

describe.each(languageCodes)('in %s', language => {
  test.each(Object.entries(cases[language]))('%s', (text, expected) => {
    expect(summarize(text, language)).toBe(expected)
  })
})

test('tags need a letter, and an exclamation mark of its own marks an important task', () => {
  expect(parse('Call #phone Anna! ! #größe')).toMatchObject({
    title: 'Call Anna!',
    tags: ['phone', 'größe'],
    isImportant: true,
  })
})

test('no line throws or loses a word, in any language', () => {
  const pieces = [
    ...Object.values(cases).flatMap(byText => Object.keys(byText).flatMap(text => text.split(' '))),
    ...[
      '#',
      '##',
      '!',
      '!!!!',
      '99:99',
      '31.02.',
      '2026-02-30',
      'in',
      'at',
      '\u200f',
      '🫖',
      '#1',
      '٣',
    ],
  ]
  let seed = 7
  const pick = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % count
  }
  for (let round = 0; round < 5000; round++) {
    const words = Array.from({ length: pick(9) }, () => pieces[pick(pieces.length)] ?? '')
    const language = languageCodes[pick(languageCodes.length)] ?? 'en'
    const { title, understood, dueDate, dueTime } = parse(words.join('  '), language)
    const parts = [...title.split(' '), ...understood].filter(Boolean)
    expect(parts.toSorted(), words.join(' ')).toEqual(words.filter(Boolean).toSorted())
    if (words.length > 0) expect(title, words.join(' ')).not.toBe('')
    if (dueDate) expect(new Date(dueDate).toISOString().slice(0, 10)).toBe(dueDate)
    if (dueTime) expect(dueTime).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
  }
})
