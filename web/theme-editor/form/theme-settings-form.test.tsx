import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ThemeGroup, ThemeSettings } from '#contract/theme/theme.ts'
import { renderElement } from '../../testing/testing.tsx'
import { findInvalidFields } from '../state/invalid-field.ts'
import { ThemeSettingsForm } from './theme-settings-form.tsx'

afterEach(cleanup)

const toOptions = (...values: string[]) => values.map(value => ({ value, label: value }))
const schema: ThemeGroup[] = [
  {
    key: 'page',
    label: 'Page',
    fields: [
      { key: 'pageTone', label: 'Page tone', type: 'color', default: '#ffffff' },
      {
        key: 'wordTone',
        label: 'Word tone',
        type: 'color',
        default: '#111111',
        backgroundKey: 'pageTone',
      },
      {
        key: 'roundness',
        label: 'Roundness',
        type: 'number',
        default: 4,
        min: 0,
        max: 16,
        step: 2,
        unit: 'px',
      },
      { key: 'hasRibbon', label: 'Ribbon', type: 'boolean', default: true },
      {
        key: 'colorScheme',
        label: 'Scheme',
        type: 'select',
        default: 'light',
        options: toOptions('light', 'device'),
      },
    ],
  },
  {
    key: 'night',
    label: 'Night',
    scheme: 'dark',
    fields: [{ key: 'nightTone', label: 'Night tone', type: 'color', default: '#000000' }],
  },
]
const defaults = {
  pageTone: '#ffffff',
  wordTone: '#111111',
  roundness: 4,
  hasRibbon: true,
  colorScheme: 'light',
  nightTone: '#000000',
}
let settings: ThemeSettings = defaults
let typedField: string | undefined
function Example({ isDisabled = false, change = {} }: { isDisabled?: boolean; change?: object }) {
  const [current, setSettings] = useState<ThemeSettings>({ ...defaults, ...change })
  settings = current
  const templates = {
    home: [],
    category: [],
    product: [],
    content: [],
    notFound: [],
    header: [],
    footer: [],
  }
  return (
    <ThemeSettingsForm
      schema={schema}
      settings={current}
      invalidFields={findInvalidFields({ settings: current, templates }, schema)}
      isDisabled={isDisabled}
      onChange={(next, field) => {
        typedField = field
        setSettings({ ...current, ...next })
      }}
    />
  )
}
const setColor = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

test('warns about a text that is hard to read, until it is readable again', async () => {
  await renderElement(<Example />)
  screen.getByText('All text is easy to read.')
  setColor('Word tone', '#eeeeee')
  const warning = within(screen.getByRole('alert'))
  warning.getByText(/“Word tone” on “Page tone” is hard to read/)
  setColor('Page tone', '#000000')
  screen.getByText('All text is easy to read.')
})

test('an invalid color is marked, without a warning about contrast', async () => {
  await renderElement(<Example />)
  setColor('Word tone', '#12')
  expect(screen.getByLabelText('Word tone').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
  setColor('Word tone', '#123456')
  expect(screen.getByLabelText('Word tone').getAttribute('aria-invalid')).not.toBe('true')
  expect(settings['wordTone']).toBe('#123456')
})

test('a slider is moved with the keyboard in its steps, and shows its value', async () => {
  await renderElement(<Example />)
  const slider = screen.getByRole('slider', { name: 'Roundness: 4 px' })
  slider.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect([settings['roundness'], typedField]).toEqual([8, 'roundness'])
  screen.getByRole('slider', { name: 'Roundness: 8 px' })
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(settings['roundness']).toBe(16)
})

test('a switch and a choice are separate undo steps', async () => {
  await renderElement(<Example />)
  await userEvent.click(screen.getByRole('switch', { name: 'Ribbon' }))
  expect([settings['hasRibbon'], typedField]).toEqual([false, undefined])
})

test('shows the colors of the dark scheme only if shoppers can see it', async () => {
  await renderElement(<Example />)
  expect(screen.queryByLabelText('Night tone')).toBeNull()
  cleanup()
  await renderElement(<Example change={{ colorScheme: 'device' }} />)
  screen.getByLabelText('Night tone')
})

test('resets all settings to those of the theme', async () => {
  await renderElement(<Example change={{ pageTone: '#fafafa', roundness: 16, hasRibbon: false }} />)
  await userEvent.click(screen.getByRole('button', { name: /^Reset/ }))
  expect(settings).toEqual(defaults)
})

test('nothing can be changed without the permission', async () => {
  await renderElement(<Example isDisabled change={{ roundness: 8 }} />)
  expect(screen.getByLabelText<HTMLInputElement>('Page tone').disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: /^Reset/ }))
  expect(settings['roundness']).toBe(8)
})
