import { jest } from '@jest/globals'

// Registers the libraries of server-environment.mjs as themselves, through Jest's mock API.
if (!globalThis.candorLibraries?.graphql) throw new Error('The libraries of server-environment.mjs did not arrive.')
for (const [name, exports] of Object.entries(globalThis.candorLibraries)) jest.unstable_mockModule(name, () => exports)
delete globalThis.candorLibraries
