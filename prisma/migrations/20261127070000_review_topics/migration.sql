CREATE TABLE "ReviewTopics" (
    "shopId" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "reviews" INTEGER NOT NULL,
    "topics" JSONB NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewTopics_pkey" PRIMARY KEY ("shopId","scope")
);

ALTER TABLE "ReviewTopics" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ReviewTopics" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ReviewTopics" TO candor_app;
  END IF;
END $$;
