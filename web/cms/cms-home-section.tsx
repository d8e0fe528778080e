import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Home, type HomeBlock } from '#contract/cms-home.ts'
import { getMaxItems } from '#contract/lib/schema-values.ts'
import { createRandomId } from '../lib/random-id.ts'
import { moveItem, SortableCards } from '../ui/form/sortable-cards.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { BlockFields } from './cms-block-fields.tsx'
import type { CmsForm } from './cms-form.ts'

/** The initial values of a new block of each type. */
const emptyBlocks: { [T in HomeBlock['type']]: Extract<HomeBlock, { type: T }> } = {
  featuredProducts: {
    type: 'featuredProducts',
    id: '',
    enabled: true,
    heading: '',
    source: 'newest',
    category: null,
    products: [],
    count: 8,
  },
  categoryGrid: { type: 'categoryGrid', id: '', enabled: true, heading: '', categories: [] },
  text: { type: 'text', id: '', enabled: true, heading: '', body: '' },
  imageText: {
    type: 'imageText',
    id: '',
    enabled: true,
    heading: '',
    image: '',
    alt: '',
    body: '',
    buttonLabel: '',
    link: '',
    imageSide: 'left',
  },
  testimonials: { type: 'testimonials', id: '', enabled: true, heading: '', quotes: [] },
  faq: { type: 'faq', id: '', enabled: true, heading: '', questions: [] },
  newsletter: { type: 'newsletter', id: '', enabled: true, heading: '', text: '', buttonLabel: '' },
}
const maxBlocks = getMaxItems(Home.shape.blocks)

export function HomeSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const [addedBlockId, setAddedBlockId] = useState<string>()
  const { blocks } = form.values.home
  const setBlocks = (next: HomeBlock[]) => form.setFieldValue('home.blocks', next)
  const addBlock = (emptyBlock: HomeBlock) => {
    const id = createRandomId()
    setAddedBlockId(id)
    setBlocks([...blocks, { ...emptyBlock, id }])
  }
  const getNote = ({ enabled, heading, type }: HomeBlock) => {
    if (!enabled) return t('cms.home.hidden')
    return heading ? t(`cms.home.type.${type}`) : ''
  }
  const items = blocks.map((block, index) => ({
    key: block.id,
    name: block.heading || t(`cms.home.type.${block.type}`),
    note: getNote(block),
    hasError: Object.keys(form.errors).some(path => path.startsWith(`home.blocks.${index}.`)),
    content: (
      <BlockFields
        block={block}
        getError={path => form.errors[`home.blocks.${index}.${path}`]}
        onChange={next => setBlocks(blocks.with(index, next))}
      />
    ),
  }))
  return (
    <SectionCard title={t('cms.section.home')} hint={t('cms.hint.home')}>
      {blocks.length === 0 && <p className="sw-dimmed">{t('cms.home.none')}</p>}
      <SortableCards
        key={addedBlockId}
        items={items}
        initialOpenKey={addedBlockId}
        onMove={(from, to) => setBlocks(moveItem(blocks, from, to))}
        onRemove={index => setBlocks(blocks.toSpliced(index, 1))}
      />
      <div>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} stroke={1.75} />}
              disabled={blocks.length >= maxBlocks}
            >
              {t('cms.home.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.values(emptyBlocks).map(emptyBlock => (
              <Menu.Item key={emptyBlock.type} onClick={() => addBlock(emptyBlock)}>
                {t(`cms.home.type.${emptyBlock.type}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </SectionCard>
  )
}
