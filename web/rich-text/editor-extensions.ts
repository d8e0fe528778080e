import { Image } from '@tiptap/extension-image'
import { Link } from '@tiptap/extension-link'
import { ListItem } from '@tiptap/extension-list'
import { type Extensions, Mark, markInputRule, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { ProductNode, TextDocument } from './product-node.tsx'
import { tableExtensions } from './table-extensions.ts'

type MarkTag = 'sub' | 'sup' | 'mark' | 'code'

const createMark = (tag: MarkTag, style?: string) =>
  Mark.create({
    name: tag,
    parseHTML: () => [{ tag }, ...(style ? [{ style }] : [])],
    renderHTML: () => [tag, 0],
  })

/** Other marks can be inside, unlike in that of the starter kit. */
const Code = createMark('code').extend({
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(`([^`]+)`)$/, type: this.type })]
  },
})

/** Preformatted text, which can contain marks. */
const Preformatted = Node.create({
  name: 'pre',
  group: 'block',
  content: 'inline*',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', 0],
})

/**
 * The nodes and marks of the editor: one for each tag of `richTextTags`. The test of
 * `toStoredHtml` compares them.
 */
export const editorExtensions: Extensions = [
  TextDocument,
  ProductNode,
  StarterKit.configure({
    document: false,
    link: false,
    code: false,
    codeBlock: false,
    listItem: false,
    heading: { levels: [2, 3, 4] },
  }),
  // An item can start with another block than a paragraph.
  ListItem.extend({ content: 'block+' }),
  // A link opens in a new tab only if it is stored so.
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } }),
  Image.configure({ inline: true }),
  createMark('sub', 'vertical-align=sub'),
  createMark('sup', 'vertical-align=super'),
  createMark('mark'),
  Code,
  Preformatted,
  ...tableExtensions,
]
