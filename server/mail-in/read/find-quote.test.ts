import { expect, test } from 'vitest'
import { findQuote } from './find-quote.ts'

const own = 'Blue, please.\n\nAnn\n\n'

test.each([
  'On Mon, 23 Nov 2026 at 10:00, Mug Shop <shop@example.com> wrote:\n> Which color?',
  'On Mon, 23 Nov 2026 at 10:00, Mug Shop\n<shop@example.com> wrote:\n> Which color?',
  'Am 23.11.26 um 10:00 schrieb Mug Shop:\n> Welche Farbe?',
  'Le lun. 23 nov. 2026 à 10:00, Boutique <shop@example.com> a écrit :\n> Quelle couleur ?',
  'El lun, 23 nov 2026 a las 10:00, Tienda (<shop@example.com>) escribió:\n> ¿Qué color?',
  'Em seg., 23 de nov. de 2026 às 10:00, Loja <shop@example.com> escreveu:\n> Que cor?',
  'في الاثنين، ٢٣ نوفمبر ٢٠٢٦ في ١٠:٠٠ كتب متجر:\n> أي لون؟',
  '-----Original Message-----\nFrom: Mug Shop\n\nWhich color?',
  '----- Ursprüngliche Nachricht -----\nVon: Mug Shop\n\nWelche Farbe?',
  '________________________________\nFrom: Mug Shop <shop@example.com>\nSent: Monday\n\nWhich color?',
  'From: Mug Shop <shop@example.com>\nSent: Monday, November 23, 2026\n\nWhich color?',
  'Von: Mug Shop <shop@example.com>\nGesendet: Montag\n\nWelche Farbe?',
  'De : Boutique <shop@example.com>\nEnvoyé : lundi\n\nQuelle couleur ?',
  '> Which color?\n> Mug Shop\n\n-- \nSent from my phone',
])('folds from %s', quote => {
  expect(findQuote(own + quote)).toBe(own.length)
})

test.each([
  '',
  'Blue, please.',
  '> Which color?\nBlue.\n\n> And the size?\nSmall.',
  'Hi\n> Which color?\nBlue.',
  'On Monday I wrote: it is late',
  '> Which color?',
  'On Mon, 23 Nov 2026 at 10:00, Mug Shop <shop@example.com> wrote:\n> Which color?',
  'From: Berlin to Paris\nwe moved last year.',
])('folds nothing in %j', text => {
  expect(findQuote(text)).toBeUndefined()
})

test('long texts end before the time limit of a test', () => {
  for (const text of [
    `x\n${'1'.repeat(130)}<\n${'@'.repeat(99_000)}:`,
    'On '.repeat(30_000),
    'x\n'.repeat(50_000),
    `${'a '.repeat(200)}:\n`.repeat(200),
    '<a@b>'.repeat(20_000),
  ])
    expect(findQuote(`x\n${text}`)).toBeUndefined()
})
