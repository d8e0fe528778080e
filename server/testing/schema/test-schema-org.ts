/** The types of values of schema.org. The other names are types of entities. */
const valueChecks: Record<string, (value: unknown) => boolean> = {
  Text: value => typeof value === 'string' && value !== '',
  URL: value => typeof value === 'string' && URL.canParse(value),
  Number: value =>
    typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)),
  Date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value),
}

const thing = { '@id': 'URL', name: 'Text', description: 'Text', url: 'URL', image: 'URL' }
const money = { price: 'Number', priceCurrency: 'Text' }
const productFields = {
  ...thing,
  brand: 'Brand',
  category: 'Text',
  aggregateRating: 'AggregateRating',
  review: 'Review',
}

/** The properties of the entities that pages use, with their types in schema.org. */
const properties: Record<string, Record<string, string>> = {
  Organization: { ...thing, logo: 'URL', email: 'Text', telephone: 'Text', sameAs: 'URL' },
  Person: thing,
  Brand: thing,
  WebSite: {
    ...thing,
    inLanguage: 'Text',
    publisher: 'Organization',
    potentialAction: 'SearchAction',
  },
  SearchAction: { target: 'EntryPoint', 'query-input': 'Text' },
  EntryPoint: { urlTemplate: 'Text' },
  BreadcrumbList: { itemListElement: 'ListItem' },
  ListItem: { position: 'Number', name: 'Text', item: 'URL' },
  ProductGroup: {
    ...productFields,
    productGroupID: 'Text',
    variesBy: 'Text',
    hasVariant: 'Product',
  },
  Product: {
    ...productFields,
    sku: 'Text',
    gtin: 'Text',
    color: 'Text',
    size: 'Text',
    material: 'Text',
    pattern: 'Text',
    additionalProperty: 'PropertyValue',
    offers: 'Offer',
  },
  PropertyValue: { name: 'Text', value: 'Text' },
  Offer: {
    ...money,
    url: 'URL',
    availability: 'URL',
    priceSpecification: 'UnitPriceSpecification',
    shippingDetails: 'OfferShippingDetails',
    hasMerchantReturnPolicy: 'MerchantReturnPolicy',
  },
  UnitPriceSpecification: { ...money, referenceQuantity: 'QuantitativeValue' },
  OfferShippingDetails: {
    shippingRate: 'MonetaryAmount',
    shippingDestination: 'DefinedRegion',
    deliveryTime: 'ShippingDeliveryTime',
  },
  MonetaryAmount: { value: 'Number', currency: 'Text' },
  DefinedRegion: { addressCountry: 'Text' },
  ShippingDeliveryTime: { handlingTime: 'QuantitativeValue', transitTime: 'QuantitativeValue' },
  MerchantReturnPolicy: {
    applicableCountry: 'Text',
    returnPolicyCategory: 'URL',
    merchantReturnDays: 'Number',
    merchantReturnLink: 'URL',
    returnMethod: 'URL',
    returnFees: 'URL',
  },
  QuantitativeValue: {
    minValue: 'Number',
    maxValue: 'Number',
    value: 'Number',
    unitCode: 'Text',
    valueReference: 'QuantitativeValue',
  },
  AggregateRating: { ratingValue: 'Number', reviewCount: 'Number' },
  Rating: { ratingValue: 'Number' },
  Review: {
    name: 'Text',
    reviewBody: 'Text',
    datePublished: 'Date',
    author: 'Person',
    reviewRating: 'Rating',
  },
  FAQPage: { mainEntity: 'Question' },
  Question: { name: 'Text', acceptedAnswer: 'Answer' },
  Answer: { text: 'Text' },
  Article: {
    headline: 'Text',
    description: 'Text',
    image: 'URL',
    dateModified: 'Date',
    mainEntityOfPage: 'URL',
    author: 'Organization',
    publisher: 'Organization',
  },
  ContactPage: thing,
}

/** Without these, search engines show no rich result. The end of a price's validity is only recommended. */
const requiredProperties: Record<string, readonly string[]> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  SearchAction: ['target', 'query-input'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  ProductGroup: ['name', 'url', 'productGroupID', 'variesBy', 'hasVariant'],
  Product: ['name', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url'],
  OfferShippingDetails: ['shippingRate', 'shippingDestination', 'deliveryTime'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: ['handlingTime', 'transitTime'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory'],
  QuantitativeValue: ['unitCode'],
  AggregateRating: ['ratingValue', 'reviewCount'],
  Review: ['author', 'reviewRating', 'datePublished'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Article: ['headline', 'author', 'dateModified'],
}

/** The values of schema.org that search engines accept. */
const allowedValues: Record<string, readonly string[]> = {
  availability: [
    'BackOrder',
    'Discontinued',
    'InStock',
    'LimitedAvailability',
    'OutOfStock',
    'PreOrder',
    'SoldOut',
  ],
  returnPolicyCategory: [
    'MerchantReturnFiniteReturnWindow',
    'MerchantReturnNotPermitted',
    'MerchantReturnUnlimitedWindow',
  ],
  returnMethod: ['ReturnAtKiosk', 'ReturnByMail', 'ReturnInStore'],
  returnFees: ['FreeReturn', 'ReturnFeesCustomerResponsibility', 'ReturnShippingFees'],
}

/** The rules of search engines about values that depend on each other. */
const rules: Record<string, (entity: Record<string, unknown>) => string | false> = {
  MerchantReturnPolicy: ({ returnPolicyCategory, merchantReturnDays, returnMethod, returnFees }) =>
    String(returnPolicyCategory).endsWith('FiniteReturnWindow')
      ? !Number.isInteger(merchantReturnDays) && 'has no merchantReturnDays'
      : (merchantReturnDays ?? returnMethod ?? returnFees) !== undefined && 'has terms of a window',
  DefinedRegion: ({ addressCountry }) =>
    !/^[A-Z]{2}$/.test(String(addressCountry)) && 'has no code of a country',
  MonetaryAmount: ({ currency }) => !/^[A-Z]{3}$/.test(String(currency)) && 'has no currency',
  Offer: ({ priceCurrency }) => !/^[A-Z]{3}$/.test(String(priceCurrency)) && 'has no currency',
  AggregateRating: ({ ratingValue, reviewCount }) =>
    (Number(ratingValue) < 1 || Number(ratingValue) > 5 || Number(reviewCount) < 1) &&
    'is no average of reviews',
}

/** Returns what schema.org or search engines would not accept in the JSON-LD of a page. */
export function listSchemaProblems(entity: Record<string, unknown>, path = ''): string[] {
  const type = String(entity['@type'])
  const place = `${path}${type}`
  const allowed = properties[type]
  if (!allowed) return [`${place} is not a type that pages use`]
  const missing = (requiredProperties[type] ?? []).filter(name => !(name in entity))
  const brokenRule = rules[type]?.(entity)
  return [
    ...(brokenRule ? [`${place} ${brokenRule}`] : []),
    ...missing.map(name => `${place}.${name} is missing`),
    ...Object.entries(entity)
      .filter(([name]) => name !== '@type' && name !== '@context')
      .flatMap(([name, value]) => {
        const expected = allowed[name]
        if (!expected) return [`${place} has no property ${name}`]
        if (allowedValues[name]?.every(each => value !== `https://schema.org/${each}`))
          return [`${place}.${name} is ${JSON.stringify(value)}`]
        const values: unknown[] = [value].flat()
        return values.flatMap(each => listValueProblems(each, expected, `${place}.${name}`))
      }),
  ]
}

function listValueProblems(value: unknown, expected: string, place: string): string[] {
  const check = valueChecks[expected]
  if (check) return check(value) ? [] : [`${place} is ${JSON.stringify(value)}, not ${expected}`]
  if (typeof value !== 'object' || value === null) return [`${place} is not an entity`]
  const entity: Record<string, unknown> = { ...value }
  // An entity that is described elsewhere is named by its id.
  if (Object.keys(entity).join() === '@id') return []
  const problems = listSchemaProblems(entity, `${place}: `)
  return entity['@type'] === expected ? problems : [`${place} is not ${expected}`, ...problems]
}
