import { Menu } from '@mantine/core'
import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import {
  IconCode,
  IconDots,
  IconH3,
  IconH4,
  IconHighlight,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
} from '@tabler/icons-react'
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { useTranslation } from 'react-i18next'

type FormatKey =
  | 'subheading'
  | 'smallHeading'
  | 'strikethrough'
  | 'superscript'
  | 'subscript'
  | 'highlight'
  | 'code'
  | 'preformatted'
type Format = {
  key: FormatKey
  Icon: typeof IconDots
  isActive: (editor: Editor) => boolean
  toggle: (chain: ChainedCommands) => ChainedCommands
}

const createHeadingFormat = (key: FormatKey, level: 3 | 4, Icon: Format['Icon']): Format => ({
  key,
  Icon,
  isActive: editor => editor.isActive('heading', { level }),
  toggle: chain => chain.toggleHeading({ level }),
})
const createMarkFormat = (key: FormatKey, mark: string, Icon: Format['Icon']): Format => ({
  key,
  Icon,
  isActive: editor => editor.isActive(mark),
  toggle: chain => chain.toggleMark(mark),
})

/** The formats that are too rare for a button. */
const formats: Format[] = [
  createHeadingFormat('subheading', 3, IconH3),
  createHeadingFormat('smallHeading', 4, IconH4),
  createMarkFormat('strikethrough', 'strike', IconStrikethrough),
  createMarkFormat('superscript', 'sup', IconSuperscript),
  createMarkFormat('subscript', 'sub', IconSubscript),
  createMarkFormat('highlight', 'mark', IconHighlight),
  createMarkFormat('code', 'code', IconCode),
  {
    key: 'preformatted',
    Icon: IconSourceCode,
    isActive: editor => editor.isActive('pre'),
    toggle: chain => chain.toggleNode('pre', 'paragraph'),
  },
]

export function FormatMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const activeKeys = useEditorState({
    editor,
    selector: () => formats.flatMap(({ key, isActive }) => (isActive(editor) ? key : [])),
  })
  const label = t('ui.richText.moreFormats')
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <MantineEditor.Control active={activeKeys.length > 0} aria-label={label} title={label}>
          <IconDots size={16} stroke={1.5} />
        </MantineEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ key, Icon, toggle }) => (
          <Menu.CheckboxItem
            key={key}
            checked={activeKeys.includes(key)}
            closeMenuOnClick
            rightSection={<Icon size={16} stroke={1.75} />}
            onChange={() => toggle(editor.chain().focus()).run()}
          >
            {t(`ui.richText.${key}`)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSeparatorHorizontal size={16} stroke={1.75} />}
          onClick={() => editor.chain().focus().setHorizontalRule().run()}
        >
          {t('ui.richText.divider')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
