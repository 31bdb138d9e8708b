-- CreateTable
CREATE TABLE "SettingHistory" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "actor" "HistoryActor" NOT NULL,
    "actorName" TEXT NOT NULL DEFAULT '',
    "changes" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SettingHistory_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "SettingHistory_due_idx" ON "SettingHistory"("createdAt");

ALTER TABLE "SettingHistory" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "SettingHistory" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SettingHistory" TO candor_app;
  END IF;
END $$;
