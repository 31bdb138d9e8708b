-- CreateTable
CREATE TABLE "MailOutage" (
    "id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailOutage_pkey" PRIMARY KEY ("id")
);


