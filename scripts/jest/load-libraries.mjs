import { jest } from '@jest/globals'

// Registers what server-environment.mjs has loaded as itself, through Jest's mock API.
const { libraries, modules, importModule } = globalThis.candorShared ?? {}
if (!libraries?.graphql) throw new Error('The libraries of server-environment.mjs did not arrive.')
for (const [name, exports] of Object.entries(libraries)) jest.unstable_mockModule(name, () => exports)
for (const path of modules) jest.unstable_mockModule(path, () => importModule(path))
delete globalThis.candorShared
