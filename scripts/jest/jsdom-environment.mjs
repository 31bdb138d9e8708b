import { TestEnvironment } from 'jest-environment-jsdom'

// jsdom has no fetch API, and react-router's data router builds a Request for every navigation.
const fromNode = {
  fetch,
  Request,
  Response,
  Headers,
  FormData,
  Blob,
  File,
  AbortController,
  AbortSignal,
  TextEncoder,
  TextDecoder,
  ReadableStream,
  TransformStream,
  structuredClone,
}

export default class BrowserLikeEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    Object.assign(this.global, fromNode)
  }
}
