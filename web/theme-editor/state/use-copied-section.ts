import { useLocalStorage } from '@mantine/hooks'
import type { Section } from '#contract/section/section-catalog.ts'
import { upgradeSection } from '#contract/section/section-upgrade.ts'
import { useStoreId } from '../../lib/session/session.ts'

type CopiedSection = { storeId: string | undefined; section: unknown } | null

/**
 * Keeps the section that the user copied last, for other pages and themes of the store, also in other
 * tabs. Images and records of a section belong to its store.
 */
export function useCopiedSection() {
  const storeId = useStoreId()
  const [entry, setEntry] = useLocalStorage<CopiedSection>({
    key: 'copiedSection',
    defaultValue: null,
  })
  return {
    copiedSection: entry?.storeId === storeId ? upgradeSection(entry?.section) : undefined,
    copyToOtherPages: (section: Section) => setEntry({ storeId, section }),
  }
}
