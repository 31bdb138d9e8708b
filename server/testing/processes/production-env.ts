/** Production settings for a test world, which reaches nothing outside of the process. */
export const productionEnv = {
  CANDOR_MODE: 'production',
  PUBLIC_URL: 'https://reviews.example.com',
  SESSION_SECRET: 's'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: 'postgresql://u:p@localhost/x',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'reviews@example.com',
  SHOPIFY_API_KEY: 'k',
  SHOPIFY_API_SECRET: 'secret',
}
