import { v7 as uuidv7 } from 'uuid'
import { FEATURE_STATES, featureInput, type FeatureState } from '../../rules/features.ts'
import type { App } from '../app/compose.ts'
import { InvalidInput, parse } from '../core/errors.ts'
import type { Feature } from '../generated/prisma/client.ts'
import { fail, parseOptions } from './program.ts'

const usage = `Usage: npm run features -- COMMAND [--json]
  list                               all features with their votes
  wishes                             the merchants' wishes, newest first
  add TITLE --text TEXT [--state STATE]  adds a feature, hidden until you publish it
  publish ID, hide ID                shows it to merchants, or hides it
  state ID STATE                     ${FEATURE_STATES.join(', ')}
  remove ID --yes                    deletes it with its votes
ID: the feature's id, or its last characters`

const options = {
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  text: { type: 'string' },
  state: { type: 'string' },
} as const

/** Reads the command and its options. @throws CommandEnd with the usage */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions({ args: [...args], allowPositionals: true, options }, usage)
  const [name = '', ...rest] = positionals
  return Object.hasOwn(commands, name) && rest.length === commands[name]?.takes
    ? { name, rest, options: values }
    : fail(usage, 2)
}
type Arguments = ReturnType<typeof readArguments>

interface Command {
  /** Number of words after its name. */
  takes: number
  run(app: App, args: Arguments): Promise<{ json: object; lines: readonly string[] }>
}

const dbOf = ({ deps }: App) => deps.access.acrossShops('the command line')

const commands: Readonly<Record<string, Command>> = {
  list: {
    takes: 0,
    async run(app) {
      const rows = await dbOf(app).feature.findMany({ orderBy: [{ votes: 'desc' }, { id: 'asc' }] })
      return { json: rows, lines: rows.length > 0 ? rows.map(lineOf) : ['No features yet.'] }
    },
  },
  wishes: {
    takes: 0,
    async run(app) {
      const db = dbOf(app)
      const rows = await db.featureWish.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 1_000 })
      const shops = await db.shop.findMany({ select: { id: true, shopifyDomain: true } })
      const names = new Map(shops.map(({ id, shopifyDomain }) => [id, shopifyDomain]))
      const json = rows.map(({ shopId, text, createdAt }) => ({ shop: names.get(shopId) ?? shopId, text, createdAt }))
      return {
        json,
        lines:
          json.length > 0
            ? json.map(({ shop, text, createdAt }) => `${createdAt.toISOString().slice(0, 10)}  ${shop}  ${text}`)
            : ['No wishes yet.'],
      }
    },
  },
  add: {
    takes: 1,
    async run(app, { rest: [title], options: { text, state } }) {
      const input = readFeature({ title, text, ...(state !== undefined && { state: readState(state) }) })
      const now = app.deps.now()
      const row = await dbOf(app).feature.create({ data: { id: uuidv7(), ...input, createdAt: now, updatedAt: now } })
      return { json: row, lines: [`Added. To show it: npm run features -- publish ${shortId(row)}`] }
    },
  },
  publish: { takes: 1, run: (app, { rest: [id = ''] }) => change(app, id, { published: true }) },
  hide: { takes: 1, run: (app, { rest: [id = ''] }) => change(app, id, { published: false }) },
  state: {
    takes: 2,
    run: (app, { rest: [id = '', state = ''] }) => change(app, id, { state: readState(state) }),
  },
  remove: {
    takes: 1,
    async run(app, { rest: [given = ''], options: { yes } }) {
      const db = dbOf(app)
      const { id, title, votes } = await findFeature(app, given)
      if (!yes) return fail(`This deletes “${title}” and its ${votes} votes. To confirm, add --yes.`)
      await db.$transaction([
        db.featureVote.deleteMany({ where: { featureId: id } }),
        db.feature.delete({ where: { id } }),
      ])
      return { json: { removed: id }, lines: [`Removed “${title}”.`] }
    },
  },
}

const shortId = ({ id }: Pick<Feature, 'id'>): string => id.slice(-6)

const lineOf = (row: Feature): string =>
  [shortId(row), `${row.votes} votes`, row.state, row.published ? 'published' : 'hidden', row.title].join('  ')

function readState(word: string): FeatureState {
  return (
    FEATURE_STATES.find((state) => state === word) ??
    fail(`The state can't be “${word}”. Use ${FEATURE_STATES.join(', ')}.`, 2)
  )
}

function readFeature(input: object) {
  try {
    return parse(featureInput, input)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return fail(`${Object.keys(error.fields)[0]}: ${error.message}`, 2)
  }
}

async function findFeature(app: App, given: string): Promise<Feature> {
  const rows = (await dbOf(app).feature.findMany()).filter(({ id }) => given.length >= 4 && id.endsWith(given))
  const [row] = rows
  if (!row) return fail(`There is no feature ${given}. To see all: npm run features -- list`)
  return rows.length === 1 ? row : fail(`Several features end with ${given}. Give more of the id.`)
}

async function change(app: App, given: string, data: Partial<Pick<Feature, 'published' | 'state'>>) {
  const { id } = await findFeature(app, given)
  const row = await dbOf(app).feature.update({ where: { id }, data: { ...data, updatedAt: app.deps.now() } })
  return { json: row, lines: [lineOf(row)] }
}

/**
 * Runs a command. Returns the lines that it prints.
 * @throws CommandEnd with a sentence for the operator
 */
export async function runFeatureCommand(app: App, args: Arguments): Promise<readonly string[]> {
  const { json, lines } = await (commands[args.name] as Command).run(app, args)
  return args.options.json ? [JSON.stringify(json)] : lines
}
