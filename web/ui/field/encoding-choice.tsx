import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ImportEncoding,
  ImportEncodingGroup,
  importEncodingsByGroup,
} from '#contract/lib/text/import-encoding.ts'
import css from './encoding-choice.module.css'

const encodingNames: Partial<Record<ImportEncoding, string>> = {
  macintosh: 'Mac OS Roman',
  'x-mac-cyrillic': 'Mac OS',
  shift_jis: 'Shift JIS',
  ibm866: 'IBM 866',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}

/** Returns the name of an encoding as spreadsheet programs write it. */
const formatEncoding = (encoding: ImportEncoding) =>
  encodingNames[encoding] ?? encoding.toUpperCase().replace('WINDOWS', 'Windows')

/** Returns bytes of the file as text. The end of a part can cut a character. */
function decodeSample(sample: string, encoding: ImportEncoding): string {
  const bytes = Uint8Array.from(atob(sample), character => character.charCodeAt(0))
  return new TextDecoder(encoding)
    .decode(bytes)
    .replace(/\uFFFD$/, '')
    .trim()
}

type Props = {
  encoding: ImportEncoding
  /** Parts of the file in their own bytes, as base64. */
  samples: readonly string[]
  onChange: (encoding: ImportEncoding) => void
  /** A button after the encodings. */
  children?: ReactNode
}

/** The encodings of a file, and parts of its text in the chosen one. */
export function EncodingChoice({ encoding, samples, onChange, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div className={css.choice}>
        <NativeSelect
          className={css.select}
          label={t('importEncoding.label')}
          value={encoding}
          data={ImportEncodingGroup.options.map(group => ({
            group: t(`importEncoding.group.${group}`),
            items: importEncodingsByGroup[group].map(value => ({
              value,
              label: `${t(`importEncoding.group.${group}`)} (${formatEncoding(value)})`,
            })),
          }))}
          onChange={event => onChange(ImportEncoding.parse(event.currentTarget.value))}
        />
        {children}
      </div>
      <ul className={css.samples} aria-label={t('importEncoding.preview')} aria-live="polite">
        {samples.map(sample => (
          <li key={sample}>
            <bdi dir="auto">{decodeSample(sample, encoding)}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
