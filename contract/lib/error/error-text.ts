/**
 * An English message with a placeholder `{{name}}` for each value. A message with `{{count}}` can
 * have two forms.
 */
export type ErrorTemplate = string | { one: string; other: string }
export type ErrorParams = Readonly<Record<string, string | number>>

type PlaceholderIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never
/** The names of the values that a message needs. */
export type Placeholder<Template> = Template extends { other: infer Text }
  ? PlaceholderIn<Text>
  : PlaceholderIn<Template>
/**
 * The values of a message as an argument, optional only if the message has none.
 */
export type ParamsArgument<Template> = [Placeholder<Template>] extends [never]
  ? [params?: Readonly<Record<string, never>>]
  : [params: Readonly<Record<Placeholder<Template>, string | number>>]

/** The message in another language, with the plural forms of that language. */
export type TranslatedTemplate = string | Partial<Record<Intl.LDMLPluralRule, string>>

/** Formats a value for a message; `name` is the name of its placeholder. */
export type FormatParam = (name: string, value: string | number) => string

/** Statuses are words of the API, such as `on_hold`, and `cancelled`, which has one l on screens. */
const formatEnglishParam: FormatParam = (name, value) =>
  name.toLowerCase().endsWith('status')
    ? String(value).replaceAll('_', ' ').replace('cancelled', 'canceled')
    : String(value)

/** Returns the message with its values, in the form that `count` needs in this language. */
export function formatErrorText(
  template: TranslatedTemplate,
  params: ErrorParams = {},
  locale = 'en',
  formatParam: FormatParam = formatEnglishParam,
): string {
  const text = typeof template === 'string' ? template : selectForm(template, params, locale)
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = params[name]
    return value === undefined ? placeholder : formatParam(name, value)
  })
}

function selectForm(
  forms: Exclude<TranslatedTemplate, string>,
  params: ErrorParams,
  locale: string,
): string {
  const form = new Intl.PluralRules(locale).select(Number(params['count']))
  return forms[form] ?? forms.other ?? ''
}
