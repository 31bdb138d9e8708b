import { endWithParent, run } from './children.mjs'
import { installDependencies } from './install.mjs'
import { bundledNode, root, stop } from './node.mjs'
import { withProgress } from './progress.mjs'
import { fingerprint, isFresh, saveFingerprint } from './fingerprints.mjs'
import { waitForLock } from './prepare-lock.mjs'

const steps = {
  database: {
    title: 'Database client',
    inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'scripts/schema-engine.mjs', 'package-lock.json'],
    outputs: ['server/generated/prisma/client.ts', 'server/generated/pothos.ts'],
    command: ['node_modules/prisma/build/index.js', 'generate'],
  },
  relay: {
    title: 'GraphQL documents',
    inputs: ['client', 'schema.graphql', 'relay.config.js', 'scripts/relay.mjs', 'package-lock.json'],
    outputs: ['client/__generated__', 'server/generated/persisted-documents.json'],
    command: ['scripts/relay.mjs'],
  },
  build: {
    title: 'Client',
    after: 'relay',
    inputs: [
      'client',
      'rules',
      'locales',
      'schema.graphql',
      'vite.config.ts',
      'vite.storefront.config.ts',
      'relay.config.js',
      'lingui.config.ts',
      'scripts/build.mjs',
      'scripts/compress-built.mjs',
      'scripts/unlisted-words.ts',
      'package-lock.json',
    ],
    outputs: ['dist/admin/index.html', 'dist/storefront/manifest.json'],
    command: ['scripts/build.mjs'],
    tells: true,
  },
}

/** Brings dependencies and the named steps up to date. Ends the process with the reason if it cannot. */
export async function prepare(names) {
  const failures = await tryToPrepare(names)
  if (failures.length > 0) stop(`\n${failures.map((error) => error.message).join('\n\n')}`)
}

/** Works like `prepare` but returns what failed. Skips steps whose predecessor failed. */
export async function tryToPrepare(names) {
  const giveBack = await waitForLock(root)
  const calm = endWithParent()
  try {
    await installDependencies()
    const started = {}
    for (const name of names) started[name] = bringUpToDate(name, started[steps[name].after])
    const ended = await Promise.allSettled(Object.values(started))
    return [...new Set(ended.filter((end) => end.status === 'rejected').map((end) => end.reason))]
  } catch (error) {
    return [error]
  } finally {
    calm()
    giveBack()
  }
}

async function bringUpToDate(name, before) {
  await before
  const { title, inputs, outputs, command, tells } = steps[name]
  const mark = fingerprint(inputs)
  if (isFresh(name, mark, outputs)) return
  const said = await withProgress(title, () => run([bundledNode(), ...command]))
  if (tells && said.trim()) console.log(`  ${said.trim().replaceAll('\n', '\n  ')}`)
  saveFingerprint(name, mark)
}
