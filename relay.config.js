const config = {
  src: './client',
  schema: './schema.graphql',
  language: 'typescript',
  artifactDirectory: './client/__generated__',
  eagerEsModules: true,
  useImportTypeSyntax: true,
  customScalarTypes: { DateTime: 'string', MessageParams: 'Readonly<Record<string, string | number>>' },
  requireCustomScalarTypes: true,
  excludes: ['**/node_modules/**', '**/__generated__/**'],
  // Admin documents that production accepts, by hash; scripts/relay.mjs rewrites the file.
  persistConfig: {
    file: './server/generated/persisted-documents.json',
    algorithm: 'SHA256',
    include_query_text: false,
  },
}

// relay-compiler loads this file by require(), which needs the export under this name in an ES module.
export { config as 'module.exports' }
export default config
