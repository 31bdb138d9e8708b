-- CreateTable
CREATE TABLE "ShopArchive" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" "ExportStatus" NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "position" JSONB NOT NULL DEFAULT '{}',
    "parts" JSONB NOT NULL DEFAULT '[]',
    "segments" JSONB NOT NULL DEFAULT '[]',
    "fileSize" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "mailed" BOOLEAN NOT NULL DEFAULT true,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ShopArchive_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "ShopRestore" (
    "shopId" UUID NOT NULL,
    "archive" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ShopRestore_pkey" PRIMARY KEY ("shopId")
);

-- CreateIndex
CREATE INDEX "ShopArchive_shopId_createdAt_id_idx" ON "ShopArchive"("shopId", "createdAt" DESC, "id" DESC);

CREATE INDEX "ShopArchive_open" ON "ShopArchive"("leaseUntil") WHERE status = 'running';
CREATE INDEX "ShopArchive_kept" ON "ShopArchive"("finishedAt") WHERE status <> 'running' AND segments <> '[]';

CREATE TRIGGER wake_schedules AFTER UPDATE OF "leaseUntil" ON "ShopArchive" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();

ALTER TABLE "ShopArchive" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ShopArchive" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
ALTER TABLE "ShopRestore" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ShopRestore" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ShopArchive", "ShopRestore" TO candor_app;
  END IF;
END $$;
