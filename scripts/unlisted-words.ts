// Keeps texts that a catalog lacks in the scripts, in English, and reports them. A build moves all other texts into the
// catalogs. Without this, a merchant would see the text's key of six letters.
import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Babel's node of a text descriptor: an object behind the macro's mark. */
interface Descriptor {
  leadingComments?: { value: string }[] | null
  properties: Property[]
}
interface Property {
  key?: { name?: string }
  value?: { type: string; value?: unknown }
}
interface Babel {
  types: { valueToNode(value: unknown): { type: string } }
}

/** Texts named in the report; more would not be read. */
const mostNamed = 5

export class UnlistedWords {
  readonly #known: ReadonlySet<string>
  /** Unlisted texts by source position. */
  readonly #found = new Map<string, string>()
  /** Counts of untranslated texts by locale. */
  readonly #untranslated = new Map<string, number>()

  constructor(known: Iterable<string>) {
    this.#known = new Set(known)
  }

  static async ofCatalog(filename: string): Promise<UnlistedWords> {
    return new UnlistedWords(
      Object.keys(
        await formatter().parse(readFileSync(filename, 'utf8'), { locale: 'en', sourceLocale: 'en', filename }),
      ),
    )
  }

  /** Babel plugin that removes catalogued messages. Runs after the macros, which must keep all messages. */
  readonly keepUnlisted = ({ types }: Babel) => ({
    visitor: {
      ObjectExpression: ({ node }: { node: Descriptor }, { filename = '' }: { filename?: string }) => {
        if (!node.leadingComments?.some(({ value }) => value.trim() === '* i18n')) return
        const valueOf = (name: string) => node.properties.find(({ key }) => key?.name === name)?.value
        const [id, message] = [valueOf('id')?.value, valueOf('message')?.value]
        if (typeof id !== 'string') return
        const unlisted = typeof message === 'string' && !this.#known.has(id)
        node.properties = node.properties.filter(
          ({ key }) => key?.name !== 'context' && (unlisted || key?.name !== 'message'),
        )
        if (!unlisted) return
        this.#found.set(id, `“${message}” (${filename.replace(`${process.cwd()}/`, '')})`)
        for (const property of node.properties)
          if (property.key?.name === 'message') property.value = types.valueToNode(compileMessage(message))
      },
    },
  })

  /** Counts the untranslated texts of a catalog that goes into the build. */
  noteUntranslated(
    locale: string,
    entries: Readonly<Record<string, { translation?: string | undefined; obsolete?: boolean }>>,
  ): void {
    this.#untranslated.set(
      locale,
      Object.values(entries).filter(({ translation, obsolete }) => !translation && !obsolete).length,
    )
  }

  /** Prints at the end of a build which texts are shown in English. */
  readonly tell: Plugin = {
    name: 'tell-unlisted-words',
    apply: 'build',
    buildEnd: () => {
      const [found, lagging] = [[...this.#found.values()], [...this.#untranslated].filter(([, count]) => count > 0)]
      if (found.length > 0) {
        const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
        console.log(
          `Texts missing from the catalogs are shown in English: ${found.slice(0, mostNamed).join(', ')}${more}. Run npm run codegen and translate them. Until then npm run check fails.`,
        )
      }
      if (lagging.length > 0)
        console.log(
          `Untranslated texts are shown in English: ${lagging.map(([locale, count]) => `${count} in ${locale}`).join(', ')}. npm run check lists them.`,
        )
    },
  }
}
