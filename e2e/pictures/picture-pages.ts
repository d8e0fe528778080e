import { themeCodes } from '../theme-codes.ts'

/** The accepted pictures, in a folder for each theme. */
export const pictureFolder = process.env.PICTURES_DIR ?? 'e2e/reference'

/** A page of the store. `:order` in its path is the page of an order. */
export type PicturePage = {
  name: string
  path: string
  /** The page shows what a shopper has stored, such as a cart. */
  isPersonal?: true
  /** Scripts change what shoppers see, so the page without scripts has a picture of its own. */
  usesScript?: true
  /** The picture shows the drawer of the cart, which needs scripts. */
  hasDrawer?: true
  /** The tests of `npm test` do not check the accessibility of the page in each theme. */
  needsAxe?: true
  /** The page has no reference picture: other pages show the same parts. */
  hasNoPicture?: true
  /** The footer is the same on all pages, so that only few pictures show it. */
  hasFooter?: true
}

/** The variants of the pictures of a page in each theme. */
export type PictureView = {
  name: string
  width: number
  height: number
  /** The prefix of paths, which is that of the language. */
  prefix: string
  /** Whether pictures are also taken without scripts. */
  isAlsoWithoutScript: boolean
}

const phone = { width: 390, height: 844, isAlsoWithoutScript: true }
export const pictureViews: readonly PictureView[] = [
  { name: 'phone', prefix: '', ...phone },
  { name: 'phone-arabic', prefix: '/ar', ...phone },
  {
    name: 'desktop',
    prefix: '',
    width: 1440,
    height: 900,
    isAlsoWithoutScript: false,
  },
]

export const picturePages: readonly PicturePage[] = [
  { name: 'home', path: '/', usesScript: true, hasFooter: true },
  { name: 'products', path: '/products?page=2', usesScript: true },
  { name: 'category', path: '/categories/mugs-and-bowls', usesScript: true },
  {
    name: 'category-filtered',
    path: '/categories/candles?priceFrom=15&vendor=Wick',
    usesScript: true,
  },
  { name: 'product', path: '/products/stoneware-mug', usesScript: true },
  { name: 'product-simple', path: '/products/candle-no-3', needsAxe: true, usesScript: true },
  { name: 'search', path: '/search?q=mug', usesScript: true },
  { name: 'search-empty', path: '/search?q=nothing-has-this' },
  { name: 'cart-empty', path: '/cart' },
  { name: 'wish-list-empty', path: '/wish-list', needsAxe: true },
  { name: 'account-login', path: '/account' },
  { name: 'blog', path: '/blog' },
  { name: 'post', path: '/blog/a-day-at-the-wheel' },
  { name: 'faq', path: '/faq' },
  { name: 'about', path: '/pages/about-us' },
  { name: 'contact', path: '/pages/contact-us', needsAxe: true },
  { name: 'policy', path: '/policies/privacy' },
  { name: 'not-found', path: '/no-page' },
  { name: 'cart', path: '/cart', usesScript: true, isPersonal: true },
  { name: 'cart-drawer', path: '/blog', isPersonal: true, hasDrawer: true },
  { name: 'checkout', path: '/checkout', usesScript: true, isPersonal: true, hasFooter: true },
  { name: 'wish-list', path: '/wish-list', needsAxe: true, usesScript: true, isPersonal: true },
  { name: 'account', path: '/account', needsAxe: true, usesScript: true, isPersonal: true },
  { name: 'return', path: ':order/return', needsAxe: true, hasNoPicture: true },
  { name: 'withdrawal', path: ':order/withdraw', needsAxe: true, hasNoPicture: true },
  { name: 'order', path: ':order', needsAxe: true, usesScript: true, isPersonal: true },
]

const withoutScriptSuffix = '-without-script'

/** Returns the name of a picture, such as `linen-home-phone`. */
export const getPictureName = (
  theme: string,
  { name }: PicturePage,
  view: PictureView,
  hasScript: boolean,
) => `${theme}-${name}-${view.name}${hasScript ? '' : withoutScriptSuffix}`

/** Returns the names of the pictures of all pages. */
export const listPictureNames = (): string[] =>
  themeCodes.flatMap(theme =>
    picturePages
      .filter(page => !page.hasNoPicture)
      .flatMap(page =>
        pictureViews.flatMap(view => [
          getPictureName(theme, page, view, true),
          ...(view.isAlsoWithoutScript && page.usesScript
            ? [getPictureName(theme, page, view, false)]
            : []),
        ]),
      ),
  )
