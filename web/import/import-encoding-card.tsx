import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import.ts'
import {
  ImportEncoding,
  ImportEncodingGroup,
  importEncodingsByGroup,
} from '#contract/import-file-encoding.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import-encoding.module.css'

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

/** Returns whether the encoding of an import is not certain, and can be changed. */
export const canChooseEncoding = ({ status, startedAt, encoding, encodingSamples }: Import) =>
  encoding !== '' &&
  encodingSamples.length > 0 &&
  startedAt === null &&
  (status === 'matching' || status === 'planned' || status === 'failed')

/** Parts of the file with other letters than English, in an encoding that the user can change. */
export function ImportEncodingCard({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const current = ImportEncoding.catch('windows-1252').parse(importJob.encoding)
  const [encoding, setEncoding] = useState(current)
  const change = useRouteMutation(importApi.changeEncoding)
  return (
    <SectionCard title={t('importEncoding.title')} hint={t('importEncoding.hint')} flush>
      <div className={css.body}>
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
            onChange={event => setEncoding(ImportEncoding.parse(event.currentTarget.value))}
          />
          <Button
            variant={encoding === current ? 'default' : 'filled'}
            disabled={encoding === current}
            loading={change.isPending}
            onClick={() => change.mutate({ params: { id: importJob._id }, body: { encoding } })}
          >
            {t('importEncoding.apply')}
          </Button>
        </div>
        <ul className={css.samples} aria-label={t('importEncoding.preview')} aria-live="polite">
          {importJob.encodingSamples.map(sample => (
            <li key={sample}>
              <bdi dir="auto">{decodeSample(sample, encoding)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </SectionCard>
  )
}
