import { homeBlocks } from '#contract/cms-home.ts'
import { getMaxItems, getMaximum, getMaxLength } from '#contract/lib/schema-values.ts'

const { quotes } = homeBlocks.testimonials.shape
const { questions } = homeBlocks.faq.shape

/** The limits of the texts, numbers and lists of the blocks, from the contract. */
export const blockLimits = {
  heading: getMaxLength(homeBlocks.text.shape.heading),
  quotes: getMaxItems(quotes),
  quote: getMaxLength(quotes.element.shape.quote),
  author: getMaxLength(quotes.element.shape.author),
  questions: getMaxItems(questions),
  question: getMaxLength(questions.element.shape.question),
  newsletterText: getMaxLength(homeBlocks.newsletter.shape.text),
  newsletterButton: getMaxLength(homeBlocks.newsletter.shape.buttonLabel),
  products: getMaxItems(homeBlocks.featuredProducts.shape.products),
  productCount: getMaximum(homeBlocks.featuredProducts.shape.count),
  categories: getMaxItems(homeBlocks.categoryGrid.shape.categories),
  alt: getMaxLength(homeBlocks.imageText.shape.alt),
  imageTextButton: getMaxLength(homeBlocks.imageText.shape.buttonLabel),
}
