/** A response that is a file instead of JSON; for reading routes only. */
export class RestDownload {
  readonly name: string
  readonly contentType: string
  readonly body: NodeJS.ReadableStream | Buffer | string
  constructor(file: { name: string; contentType: string; body: NodeJS.ReadableStream | Buffer | string }) {
    this.name = file.name
    this.contentType = file.contentType
    this.body = file.body
  }
}
