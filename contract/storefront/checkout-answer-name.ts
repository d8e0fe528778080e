import type { CheckoutField } from '../cms/checkout-settings.ts'

const answerNames = [
  'answer1',
  'answer2',
  'answer3',
  'answer4',
  'answer5',
  'answer6',
  'answer7',
  'answer8',
] as const

/** Returns the name of a field of the seller in the form of the checkout. */
export const getAnswerName = ({ slot }: Pick<CheckoutField, 'slot'>) =>
  answerNames[slot - 1] ?? answerNames[0]
