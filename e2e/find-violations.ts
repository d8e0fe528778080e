import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import axe from 'axe-core'

// The minified script is half as long as `axe.source`.
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Options of a list that are checked. */
const checkedOptions = 20

/**
 * Returns the axe violations of the page, or of `scopeSelector`, for all rules or for `only`. Of a
 * list of options, only the first ones are checked: a list of all countries would take seconds.
 */
export async function findViolations(
  page: Page,
  { only, scopeSelector }: { only?: string[]; scopeSelector?: string } = {},
) {
  // The script is large, so each page evaluates it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async ([scope, runOnly, maxOptions]) => {
      let hasChanged = false
      const observer = new MutationObserver(() => {
        hasChanged = true
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true })
      for (;;) {
        hasChanged = false
        const result = await axe.run(
          { include: [scope], exclude: [`[role=option]:nth-child(n + ${maxOptions + 1})`] },
          // The script is not in the frames of the page, so axe would only wait for them.
          { iframes: false, resultTypes: ['violations'], runOnly, reporter: 'v2' },
        )
        // After a change, axe mixes old and new positions and reports overlaps.
        if (result.violations.length > 0 && hasChanged) continue
        observer.disconnect()
        return result.violations
      }
    },
    [
      scopeSelector ?? 'html',
      only ? { type: 'rule' as const, values: only } : { type: 'tag' as const, values: rules },
      checkedOptions,
    ] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(describeNode).join(' | ')}`)
}

const describeNode = ({ target, html, any, none }: axe.NodeResult) =>
  [target.join(' '), html.slice(0, 160), (any[0] ?? none[0])?.message ?? ''].join(' ')
