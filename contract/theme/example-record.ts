/** The slug of the product and the category that a preview shows before the store has its own. */
const exampleHandle = 'example-preview'
export const exampleProductPath = `/products/${exampleHandle}`
export const exampleCategoryPath = `/categories/${exampleHandle}`
export const isExampleHandle = (slug: string) => slug === exampleHandle
