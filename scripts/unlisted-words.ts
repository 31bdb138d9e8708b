// Texts of the admin that a catalog does not have yet. A build leaves every text out of the scripts, as the catalogs have them; what
// these lack a merchant would read as a key of six letters. So such a text stays in the script, in English, and the build says so.
import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** What of Babel's tree a text descriptor is: an object behind the macro's mark. */
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

/** Sentences that name more would not be read. */
const mostNamed = 5

export class UnlistedWords {
  readonly #known: ReadonlySet<string>
  /** By where they stand. */
  readonly #found = new Map<string, string>()
  /** How many texts a locale says in English. */
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

  /** For Babel, behind the macros, which must keep the messages: takes those out that the catalog has and readies the others to be shown. */
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

  /** A catalog as it goes into the build. */
  noteUntranslated(
    locale: string,
    entries: Readonly<Record<string, { translation?: string | undefined; obsolete?: boolean }>>,
  ): void {
    this.#untranslated.set(
      locale,
      Object.values(entries).filter(({ translation, obsolete }) => !translation && !obsolete).length,
    )
  }

  /** Tells at the end of a build, on its standard output, which texts are shown in English. */
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
