// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// Derived from the OpenAPI document by "npm run derive"; do not edit.

export interface paths {
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["getSession"];
        put?: never;
        /**
         * Begin a session of the web app with the API key of this request
         * @description Answers with a cookie that scripts cannot read. It ends at sign-out, after a week, or with the key; it may do what the key may.
         */
        post: operations["signIn"];
        /**
         * End the session of the web app
         * @description At once and for good, wherever its cookie has gone.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/audio/{position}/peaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The waveform of a stored file
         * @description Computed at the first look. Takes the query of a link out of audioUrls.
         */
        get: operations["getAuditWaveform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/outlines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Small waveforms of several stored files
         * @description For lists: one request draws what is in view. Takes the query of a link out of audioUrls, which holds for all files of the audit.
         */
        get: operations["getAuditOutlines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your audits in a few words, also those without a result */
        get: operations["listAuditBriefs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give an audit a name, or another one
         * @description For your own lists; whoever has the reportUrl sees it too. With the scope "manage", or "audit" for audits that were made with the same key.
         */
        put: operations["nameAudit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your API keys */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make another API key for your account
         * @description It may do no more than the key that makes it, and expires no later. The first key of an account has every scope.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Make one of your API keys useless, for good
         * @description Sessions of the web app that were begun with it end, too.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How your credits came and went */
        get: operations["getCreditHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether requests can be served */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts for Prometheus
         * @description For this machine alone, or for who has METRICS_TOKEN; with METRICS_PORT on a port of its own instead.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This documentation, for people */
        get: operations["getDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This documentation, for programs */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one or more checks on a batch of files
         * @description All four check parameters are required and at least one must be "true". Each enabled check costs 1 credit per file; less for files that were analysed before. A recording of references costs as much as one check on a file. Without a key it answers 402 with the price; the payment then comes with the same request or, when price.filesKept is true, to the same address without a body.
         */
        post: operations["createAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your audits, most recent first */
        get: operations["listAudits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One audit
         * @description With the scope "read", or "audit" for those that were made with the same key.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        /**
         * Delete an audit: its result and its audio; stop it when it is running
         * @description With the scope "manage", or "audit" for those that were made with the same key.
         */
        delete: operations["deleteAudit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an audit is
         * @description With "Accept: text/event-stream" it answers with server-sent events: "status" at first and whenever that changes (AuditStatus), "progress" for each step of a file (AuditProgress), and once more for a file that is analysed, with what is wrong with it by itself, and at the end "done" or "failed" (AuditStatus). A key needs the scope "read", or "audit" for audits that were made with it; who pays per request and has no key sends X-Report-Token.
         */
        get: operations["getAuditStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/audio/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stored file, by a link out of audioUrls
         * @description Byte ranges are served, so that a player can seek.
         */
        get: operations["getAuditAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * A stored file, by a link out of audioUrls
         * @description Byte ranges are served, so that a player can seek.
         */
        head: operations["headAuditAudio"];
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One audit, for whoever has its reportUrl */
        get: operations["getReport"];
        put?: never;
        post?: never;
        /**
         * Make the reportUrl of an audit useless, for good
         * @description Links to its audio that were handed out before end with it; the listing has new ones. With the scope "manage", or "audit" for audits that were made with the same key.
         */
        delete: operations["revokeReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was decided about the files of an audit
         * @description Also what was decided in another audit of yours about the same content. With the scope "read", or "audit" for audits that were made with the same key.
         */
        get: operations["getDecisions"];
        /**
         * Say what is to become of issues: retake, accept, or false alarm
         * @description A decision is about the content of the file: it is there again in every audit of the same content, and goes with the last of them. One about the same issue takes the place of the one before; others stay. At most 1000 at a time; when one of them is wrong none is kept. With the scope "manage", or "audit" for audits that were made with the same key.
         */
        put: operations["decide"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audits/{auditId}/captions/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Captions of one file: WebVTT or SubRip, by the phrase or by the word
         * @description Of audits with scriptAccuracy, which tells when each word is said. With a script the words are the script's, in its spelling, as far as they are said, and what the voice added or said otherwise as it was recognised; else those of the transcript. With the scope "read", or "audit" for audits that were made with the same key.
         */
        get: operations["getCaptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your credits */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The voices that you keep */
        get: operations["listVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/voices/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep a voice, to hold the files of later audits against it
         * @description Listens to one recording of the voice and keeps what it is compared by: its print, how much speech that is made of, and band and noise of the recording. The sound is not kept. One of the same name is replaced. At most 500 voices, with names of up to 100 characters. Costs as much as one check on a file; audits that name the voice in referenceVoices pay nothing for it.
         */
        put: operations["putVoice"];
        post?: never;
        /**
         * Keep a voice no longer
         * @description Audits that were held against it stay as they are.
         */
        delete: operations["deleteVoice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your webhook endpoints */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register an endpoint
         * @description Messages follow Standard Webhooks 1.0.0: verify webhook-signature with the secret, and answer 2xx within 15 s. What is not taken is sent again over three days. Redirects are not followed; 410 disables the endpoint.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an endpoint, and what was or was to be delivered there */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable an endpoint
         * @description Its secret stays. What was given up while it was disabled can be replayed.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{endpointId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for an endpoint
         * @description For 24 hours messages carry a signature by the secret before as well, so that receivers can change over.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for the webhookUrl of requests
         * @description One for the account, made by the first call; later ones replace it, and the one before signs as well for 24 hours.
         */
        post: operations["rotateWebhookRequestSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent, and what came of it
         * @description Newest first. Answers of receivers are not kept, only their status.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again, under the same id
         * @description One that has arrived or was given up. The schedule of attempts begins anew.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One thing that is wrong. */
        ErrorDetail: {
            /** @description The parameter or form field concerned. */
            field?: string;
            /** @description The file concerned. */
            file?: string;
            /** @description What is wrong with the file, for programs. */
            fault?: string;
            /** @description What is wrong, for people. */
            message: string;
            /** @description Credits that the request costs; at least so many when it was refused before all files had come. */
            needed?: number;
            /** @description Credits that are there. */
            available?: number;
            /**
             * @description The scope that the API key would need.
             * @enum {string}
             */
            scope?: "audit" | "read" | "manage";
        };
        /** @description What went wrong. */
        ErrorInfo: {
            /**
             * @description For programs.
             * @enum {string}
             */
            code: "invalid_request" | "unreadable_audio" | "unauthorized" | "insufficient_credits" | "payment_required" | "forbidden" | "not_found" | "method_not_allowed" | "upload_too_slow" | "conflict" | "too_large" | "file_not_fetched" | "range_not_satisfiable" | "unsupported_media" | "rate_limited" | "internal" | "busy";
            /** @description For people: what to do about it. */
            message: string;
            /** @description Every field or file that is wrong. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description Every error looks like this. */
        ErrorBody: {
            error: components["schemas"]["ErrorInfo"];
        };
        /** @description What is to be paid for. */
        PaidResource: {
            /**
             * Format: uri
             * @description Where it is.
             */
            url: string;
            /** @description What it is. */
            description: string;
            /** @description What comes back. */
            mimeType: string;
        };
        /** @description What the price is made of. */
        PriceBreakdown: {
            /** @description Names the price, which holds until expiresAt; a server that takes API keys only has none. */
            quoteId?: string;
            /** @description Until when the price holds. */
            expiresAt?: string;
            /** @description Whether the files are kept until expiresAt: then the payment is enough, sent to the same address without a body. */
            filesKept?: boolean;
            /** @description Files in the audit. */
            files: number;
            /** @description Checks enabled. */
            checks: number;
            /** @description Recordings that voices are held against, where there are any: each costs as much as one check on a file. */
            references?: number;
            /** @description Checks on files that the wallet had analysed before, at a discount. */
            cached: number;
            /** @description The price in credits. */
            credits: number;
            /** @description The same for one file, on average. */
            creditsPerFile: number;
            /** @description The price in USDC. */
            usdc?: string;
            /** @description The same for one file, on average. */
            usdcPerFile?: string;
        };
        /** @description The price, and how it can be paid (x402 version 2). */
        PaymentRequired: {
            error: components["schemas"]["ErrorInfo"];
            /**
             * @description Version of the protocol.
             * @constant
             */
            x402Version: 2;
            resource: components["schemas"]["PaidResource"];
            /** @description Ways to pay; empty on a server that takes API keys only. */
            accepts: {
                [key: string]: unknown;
            }[];
            price: components["schemas"]["PriceBreakdown"];
        };
        /** @description Where you want to be told of events. */
        NewWebhookEndpoint: {
            /** @description Where events are sent: https, on the public internet unless the server allows others, without a user name. */
            url: string;
            /** @description What it is for, in your words. */
            description?: string;
            /** @description The events that are sent there; all when left out. */
            events?: ("audit.completed" | "audit.failed" | "credits.low")[];
            /** @description "credits.low" is sent once when an audit leaves fewer credits than this, and again only after there were more. */
            creditsLow?: number;
        };
        /** @description What is to be otherwise; the rest stays. */
        ChangedWebhookEndpoint: {
            /** @description Where events are sent: https, on the public internet unless the server allows others, without a user name. */
            url?: string;
            /** @description What it is for, in your words. */
            description?: string;
            /** @description The events that are sent there. */
            events?: ("audit.completed" | "audit.failed" | "credits.low")[];
            /** @description "credits.low" is sent once when an audit leaves fewer credits than this, and again only after there were more. */
            creditsLow?: number;
            /** @description false sends nothing more there and gives up what waits; true begins again. */
            enabled?: boolean;
        };
        /** @description Where you are told of events. */
        WebhookEndpoint: {
            /** @description Identifies the endpoint. */
            id: string;
            /** @description Where events are sent: https, on the public internet unless the server allows others, without a user name. */
            url: string;
            /** @description What it is for, in your words. */
            description: string;
            /** @description The events that are sent there. */
            events: ("audit.completed" | "audit.failed" | "credits.low")[];
            /** @description "credits.low" is sent once when an audit leaves fewer credits than this, and again only after there were more. */
            creditsLow: number;
            /** @description Whether events are sent there. */
            enabled: boolean;
            /** @description "owner": you did; "gone": it answered 410; "failing": all attempts at a message failed, and nothing has arrived since. Null while it is enabled. */
            disabledBecause: ("owner" | "gone" | "failing") | null;
            /** @description Until when messages are signed with the secret before as well; null when there was none. */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createdAt: string;
        };
        /** @description An endpoint whose secret was just made. */
        WebhookEndpointWithSecret: {
            /** @description Identifies the endpoint. */
            id: string;
            /** @description Where events are sent: https, on the public internet unless the server allows others, without a user name. */
            url: string;
            /** @description What it is for, in your words. */
            description: string;
            /** @description The events that are sent there. */
            events: ("audit.completed" | "audit.failed" | "credits.low")[];
            /** @description "credits.low" is sent once when an audit leaves fewer credits than this, and again only after there were more. */
            creditsLow: number;
            /** @description Whether events are sent there. */
            enabled: boolean;
            /** @description "owner": you did; "gone": it answered 410; "failing": all attempts at a message failed, and nothing has arrived since. Null while it is enabled. */
            disabledBecause: ("owner" | "gone" | "failing") | null;
            /** @description Until when messages are signed with the secret before as well; null when there was none. */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createdAt: string;
            /** @description What messages are signed with (HMAC-SHA256). It is told now and never again. */
            secret: string;
        };
        /** @description The secret that messages to the webhookUrl of a request are signed with; it was just made. */
        WebhookRequestSecret: {
            /**
             * Format: date-time
             * @description When the first one was made.
             */
            createdAt: string;
            /** @description Until when messages are signed with the secret before as well; null when there was none. */
            previousSecretUntil: string | null;
            /** @description What messages are signed with (HMAC-SHA256). It is told now and never again. */
            secret: string;
        };
        /** @description That there is a secret for the webhookUrl of requests. */
        WebhookRequestSecretShown: {
            /**
             * Format: date-time
             * @description When the first one was made.
             */
            createdAt: string;
            /** @description Until when messages are signed with the secret before as well; null when there was none. */
            previousSecretUntil: string | null;
        };
        /** @description Where your account is told of events. */
        WebhookEndpoints: {
            /** @description Oldest first; at most 10. */
            endpoints: components["schemas"]["WebhookEndpoint"][];
            /** @description Of the secret for the webhookUrl of requests; null before the first one was made. */
            requestSecret: components["schemas"]["WebhookRequestSecretShown"] | null;
        };
        /** @description One attempt at a delivery. */
        WebhookAttempt: {
            /** @description From 1. */
            number: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            at: string;
            /** @description How long it took. */
            durationMs: number;
            /** @description Status of the answer; null when there was none. */
            status: number | null;
            /** @description Why it was not delivered: "refused" (the status is not 2xx), "redirected", "timed_out", "not_reachable", "not_secure", "cut_off", "name_not_found", "refused_address", "bad_url"; null when it was. */
            fault: string | null;
        };
        /** @description An event on its way to an endpoint, or the record of it. */
        WebhookDelivery: {
            /** @description Identifies the delivery. */
            id: string;
            /** @description The header webhook-id: the same in every attempt and replay. */
            messageId: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            event: "audit.completed" | "audit.failed" | "credits.low";
            /** @description The audit that it is about. */
            auditId: string | null;
            /** @description The endpoint; null for the webhookUrl of a request. */
            endpointId: string | null;
            /** @description The webhookUrl of the request; null for an endpoint. */
            webhookUrl: string | null;
            /**
             * @description Whether it still waits, has arrived, or was given up.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description Of one that waits: when it is sent next. */
            nextAttemptAt: string | null;
            /** @description In their order. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description When it arrived or was given up. */
            endedAt: string | null;
        };
        /** @description A page of deliveries. */
        WebhookDeliveries: {
            /** @description Newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Pass as cursor to get the next page; absent when there are no more. */
            nextCursor?: string;
        };
        /** @description The process is up. */
        Health: {
            /**
             * @description Always "ok".
             * @constant
             */
            status: "ok";
        };
        /** @description Whether requests can be served. */
        Readiness: {
            /**
             * @description All of it together.
             * @enum {string}
             */
            status: "ready" | "not_ready";
            /** @description Each part. */
            checks: {
                /**
                 * @description The database answers.
                 * @enum {string}
                 */
                database: "ok" | "failed";
                /**
                 * @description The models are there.
                 * @enum {string}
                 */
                models: "ok" | "failed";
                /**
                 * @description There is room for uploads.
                 * @enum {string}
                 */
                disk: "ok" | "failed";
                /**
                 * @description The way to the workers is open; only where they are elsewhere.
                 * @enum {string}
                 */
                queue?: "ok" | "failed";
                /**
                 * @description The service is not about to stop.
                 * @enum {string}
                 */
                accepting: "ok" | "failed";
            };
        };
        AuditForm: {
            /** @description Audio files, one part each, all named "files": mp3, wav, flac, ogg, m4a, aac, wma, opus. At least 2 with comparison or pace, else 1, together with those of fileUrls. */
            files?: string[];
            /** @description JSON array of addresses that the service fetches files from, beside or in place of files, which come first: https, or {"url", "name"} where the address does not end with the name; s3://BUCKET/KEY where the server allows it. Redirects are not followed. */
            fileUrls?: string;
            /**
             * @description Accuracy of the comparison.
             * @default standard
             * @enum {string}
             */
            accuracy: "standard" | "high" | "highest";
            /**
             * @description Flagging sensitivity across all checks: smaller flags more.
             * @default 0.15
             */
            deviationThreshold: number;
            /** @description JSON object of key to boolean: toggles individual quality sub-checks. All default to true. Keys: garble, silenceGaps, staticNoise, clicks, dropouts, clipping, bandwidth, snr, truncation, hum, trailingSounds. */
            qualityChecks?: string;
            /** @description JSON object of file name to script text. Improves spoken tag detection when scriptAccuracy is enabled. */
            scripts?: string;
            /** @description A cast: JSON object of file name to the name of the voice that it should have. Each voice is then judged among its own files, and a file that sounds like another of them is told by name. Without it all files should have one voice. */
            voices?: string;
            /** @description Recordings of voices as they should be, one part each, all named "references", under the same limits as files. Files are held against them; they are not judged themselves. Each costs as much as one check on a file. */
            references?: string[];
            /** @description JSON object of the name of a voice to the name of a file of references, or of a voice that you keep (see /v1/voices), or to a list of such names: several recordings of one voice count as one long one. Without voices there is one voice, which all files should have; with voices each file is held against the reference of its voice, where there is one. */
            referenceVoices?: string;
            /** @description Where the end of this audit is told as well, as "audit.completed" or "audit.failed" (see webhooks). Signed with the secret that POST /v1/webhooks/secret gives, which must be made first; needs an API key. */
            webhookUrl?: string;
        };
        /** @description What most files of a batch share: the way of the engine or of the pipeline. */
        BatchTrait: {
            /** @description Which trait. */
            name: string;
            /** @description How many files have it. */
            files: number;
            /** @description The same as a share of the files that could. */
            share: number;
            /** @description What the files do. */
            summary: string;
            /** @description What to change in the pipeline: another try at one file gives the same. */
            advice: string;
        };
        /** @description A file that is louder or softer than the batch or, where there is a cast, than its voice. */
        VolumeOutlier: {
            /** @description File name, as it was sent. */
            file: string;
            /** @description Loudness of the file in LUFS (ITU-R BS.1770). */
            db: number;
            /** @description How much louder (or, below 0, softer) than the median of the batch or, where there is a cast, of its voice, in dB; with two files, than the other. */
            deviationDb: number;
            /** @description The same as the number that is held against deviationThreshold; above 1 from 5.5 dB on. Absent in audits of older versions. */
            deviation?: number;
        };
        /** @description Do all files have the same loudness? */
        VolumeConsistency: {
            /** @description Score of the volume, 0 to 100. */
            score: number;
            /** @description Median loudness of the batch in LUFS; -70, where the scale begins, when every file is silent. */
            medianDb: number;
            /** @description From the softest file to the loudest, in dB. */
            spreadDb: number;
            /** @description A file that is further off than this, in dB, stands out: what deviationThreshold stands for. Absent in audits of older versions. */
            limitDb?: number;
            /** @description Files that stand out. */
            outliers: components["schemas"]["VolumeOutlier"][];
        };
        /** @description A stretch of a file in which one voice speaks. */
        VoiceTurn: {
            /** @description Which of the voices of the file: 1 for the one that speaks first, and so on. */
            voice: number;
            /** @description When it begins, in seconds. */
            startSec: number;
            /** @description When it ends, in seconds. */
            endSec: number;
        };
        /** @description A stretch of a file in which two voices speak at once. */
        Overlap: {
            /** @description When it begins, in seconds. */
            startSec: number;
            /** @description When it ends, in seconds. */
            endSec: number;
        };
        /** @description Who speaks a part of a file that its script gives to a speaker. */
        SpokenPart: {
            /** @description The name of the speaker, as the script has it. */
            label: string;
            /** @description When it begins, in seconds. */
            startSec: number;
            /** @description When it ends, in seconds. */
            endSec: number;
            /** @description Which of the voices of the file speaks most of it, as in `voiceTurns`; null where that cannot be told. */
            voice: number | null;
        };
        /** @description A slow change inside a file. A level that sinks in the last words alone has their times, and `from` is what the ends of the other phrases have. */
        Trend: {
            /**
             * @description What changes.
             * @enum {string}
             */
            kind: "voice" | "pitch" | "level";
            /**
             * @description Of `from` and `to`: similarity to the beginning for the voice, semitones above 100 Hz for the pitch, dB for the level.
             * @enum {string}
             */
            unit: "similarity" | "semitones" | "dB";
            /** @description Start, in seconds from the beginning of the file. */
            startSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
            /** @description At the beginning of the change, in `unit`. */
            from: number;
            /** @description At its end. */
            to: number;
            /** @description How far it goes, as the number that is held against deviationThreshold. */
            deviation: number;
            /** @description Whether that is beyond deviationThreshold, and so a reason to regenerate the file. */
            flagged: boolean;
            /** @description What a person would hear, and when. */
            message: string;
        };
        /** @description A slow change along the batch, in the order of its files. No file is flagged for it. */
        BatchTrend: {
            /**
             * @description What changes.
             * @enum {string}
             */
            kind: "voice" | "pitch" | "level";
            /**
             * @description Of `from` and `to`: similarity to the beginning for the voice, semitones above 100 Hz for the pitch, dB for the level.
             * @enum {string}
             */
            unit: "similarity" | "semitones" | "dB";
            /** @description File name, as it was sent. */
            firstFile: string;
            /** @description File name, as it was sent. */
            lastFile: string;
            /** @description At the first file, in `unit`. */
            from: number;
            /** @description At the last file. */
            to: number;
            /** @description The same in words. */
            message: string;
        };
        /** @description How like its beginning the voice of a file is at one time. */
        VoicePoint: {
            /** @description The time, in seconds. */
            atSec: number;
            /** @description Near 1 for the voice of the first ten seconds of speech, near 0 for another. */
            similarity: number;
        };
        /** @description The voice of one file against its batch. */
        ComparisonTrack: {
            /** @description File name, as it was sent. */
            file: string;
            /**
             * @description "speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions.
             * @enum {string}
             */
            speech?: "speech" | "silence" | "noise" | "tone" | "music" | "tooShort";
            /** @description Of the voice to the rest of the batch: near 1 for the batch's own voice, near 0 for a stranger's, 0 where nobody speaks, 0.5 where it cannot be told. Where no voice is the batch's, the mean of all other files. */
            similarity: number;
            /** @description How far the similarity falls below the batch's own norm, as a fraction; below 0 when closer than typical, 1 where nobody speaks. */
            deviation: number;
            /** @description Whether this check says that the file should be regenerated. */
            flagged: boolean;
            /** @description Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions. */
            judged?: boolean;
            /** @description Which of the voices of the batch it has: 1 for the commonest, and so on; null where that cannot be told, absent in audits of older versions. */
            voiceGroup?: number | null;
            /** @description With `voices` or `referenceVoices`: the voice that the file should have, null where none was named for it. */
            voice?: string | null;
            /** @description With `voices` or `referenceVoices`: the voice of the cast that the file has instead of its own; null where it has its own, or none of them. */
            soundsLike?: string | null;
            /** @description With `referenceVoices`: of the voice to the reference, together with the files that sound like this one; near 1 for the same voice, near 0 for another, null where its voice has no reference or there is too little speech. */
            referenceSimilarity?: number | null;
            /** @description Loudness of the file in LUFS (ITU-R BS.1770); null when it is silent, absent in audits of older versions. */
            loudnessDb?: number | null;
            /** @description How much louder (or, below 0, softer) than the median of the batch or, where there is a cast, of its voice, in dB; with two files, than the other. Held against limitDb. Null where it is not judged, absent in audits of older versions. */
            loudnessDeviationDb?: number | null;
            /** @description Where the voice changes inside the file, in seconds; absent where there is too little speech for two voices. */
            voiceChangesSec?: number[];
            /** @description Who speaks when, in the order of time, where more than one voice speaks in the file; absent otherwise. */
            voiceTurns?: components["schemas"]["VoiceTurn"][];
            /** @description Where two voices speak at once, in the order of time; empty where they take turns, absent where one voice speaks, and in audits of older versions. */
            overlaps?: components["schemas"]["Overlap"][];
            /** @description Slow changes of voice, pitch and level inside the file; absent where there are none, and in audits of older versions. */
            trends?: components["schemas"]["Trend"][];
            /** @description How like its beginning the voice is in the course of the file, at up to 60 times; absent under 20 seconds of speech, and in audits of older versions. */
            voiceCurve?: components["schemas"]["VoicePoint"][];
            /** @description With scriptAccuracy and a script that names speakers: which voice speaks what each of them should say. */
            speakers?: components["schemas"]["SpokenPart"][];
            /** @description Why there is no judgement, or what else is different about the recording. */
            note?: string;
        };
        /** @description A voice of the cast. */
        CastVoice: {
            /** @description Its name; null for files for which none was named. */
            voice: string | null;
            /** @description Those that should have it, in upload order. */
            files: string[];
            /** @description Other names of the cast under which the same voice speaks. */
            sameAs: string[];
            /** @description With `referenceVoices`: whether there is a reference of it. A voice with a reference and no files is one that files may have in place of their own. */
            hasReference?: boolean;
        };
        /** @description Speaker and volume consistency. */
        ComparisonReport: {
            /** @description Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little. */
            score: number;
            /** @description What the check found, in a sentence or a few. */
            summary: string;
            /** @description Similarity of each file to each: one row and column per file in upload order, symmetric, 1 on the diagonal. */
            similarityMatrix: number[][];
            volumeConsistency: components["schemas"]["VolumeConsistency"];
            /** @description With `voices` or `referenceVoices`: who should speak in which files. */
            cast?: components["schemas"]["CastVoice"][];
            /** @description Slow changes that most files make: each file is flagged for what it does beyond them. Absent where there are none, and in audits of older versions. */
            batchTraits?: components["schemas"]["BatchTrait"][];
            /** @description Slow changes of voice, pitch and level from the first file to the last; absent where there are none, and in audits of older versions. */
            batchTrends?: components["schemas"]["BatchTrend"][];
            /** @description One per file, in upload order. */
            tracks: components["schemas"]["ComparisonTrack"][];
        };
        /** @description Speech that gets faster or slower in the course of a file. */
        PaceTrend: {
            /**
             * @description What changes.
             * @enum {string}
             */
            kind: "pace";
            /**
             * @description Of `from` and `to`: words per minute.
             * @enum {string}
             */
            unit: "wpm";
            /** @description Start, in seconds from the beginning of the file. */
            startSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
            /** @description Words per minute at the beginning. */
            from: number;
            /** @description Words per minute at the end. */
            to: number;
            /** @description How far it goes, as the number that is held against deviationThreshold. */
            deviation: number;
            /** @description Whether that is beyond deviationThreshold, and so a reason to regenerate the file. */
            flagged: boolean;
            /** @description The same in words. */
            message: string;
        };
        /** @description Files that get faster or slower in their order. No file is flagged for it. */
        PaceBatchTrend: {
            /**
             * @description What changes.
             * @enum {string}
             */
            kind: "pace";
            /**
             * @description Of `from` and `to`: words per minute.
             * @enum {string}
             */
            unit: "wpm";
            /** @description File name, as it was sent. */
            firstFile: string;
            /** @description File name, as it was sent. */
            lastFile: string;
            /** @description Words per minute at the beginning. */
            from: number;
            /** @description Words per minute at the end. */
            to: number;
            /** @description The same in words. */
            message: string;
        };
        /** @description The speaking speed of one file. */
        PaceTrack: {
            /** @description File name, as it was sent. */
            file: string;
            /**
             * @description "speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions.
             * @enum {string}
             */
            speech?: "speech" | "silence" | "noise" | "tone" | "music" | "tooShort";
            /** @description For reading: files are judged by `deviation`. Null when nothing is said. */
            wordsPerMinute: number | null;
            /** @description Words as spoken: "1984" is three. */
            wordCount: number;
            /** @description Seconds of speech, long pauses left out. */
            speechSec: number;
            /** @description How much faster (or, below 0, slower) than the median of the batch or, where there is a cast, of its voice, as a fraction: the number that reasons tell and that is held against deviationThreshold; -1 where nobody speaks, null where it is not judged. */
            deviation: number | null;
            /** @description Whether this check says that the file should be regenerated. */
            flagged: boolean;
            /** @description Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions. */
            judged?: boolean;
            /** @description The longest silence between the first word and the last. */
            longestPauseSec: number;
            /** @description Speech that gets faster or slower in the course of the file; absent where it does not, and in audits of older versions. */
            trends?: components["schemas"]["PaceTrend"][];
            /** @description Why there is no judgement. */
            note?: string;
        };
        /** @description Speaking speed consistency. */
        PaceReport: {
            /** @description Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little. */
            score: number;
            /** @description What the check found, in a sentence or a few. */
            summary: string;
            /** @description Median of the batch; null when nothing is said in any file. */
            medianWordsPerMinute: number | null;
            /** @description That most files get faster, or slower, towards their end: each file is flagged for what it does beyond that. Absent where they do not, and in audits of older versions. */
            batchTraits?: components["schemas"]["BatchTrait"][];
            /** @description Files that get faster or slower from the first to the last; absent where they do not, and in audits of older versions. */
            batchTrends?: components["schemas"]["PaceBatchTrend"][];
            /** @description One per file, in upload order. */
            tracks: components["schemas"]["PaceTrack"][];
        };
        /** @description One fault in the sound of a file. */
        Issue: {
            /** @description Start, in seconds from the beginning of the file. */
            timeSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
            /** @description Length in milliseconds. */
            durationMs: number;
            /**
             * @description What kind of fault it is.
             * @enum {string}
             */
            type: "garble" | "silence" | "static" | "click" | "dropout" | "clipping" | "truncation" | "hum" | "trailingSound";
            /** @description How much of the sound is spoilt, 0 to 1. */
            severity: number;
            /** @description How much it stands out of the sound around it, 0 to 1. */
            audibility: number;
            /**
             * @description The same in a word.
             * @enum {string}
             */
            audibilityLabel: "subtle" | "noticeable" | "severe";
            /** @description How likely it is a fault at all, 0 to 1: of issues told with 0.9 nine in ten are real. Absent in audits of older versions. */
            confidence?: number;
            /** @description The trait of the batch that it is part of, which does not count against the file; null where it counts. Absent in audits of older versions. */
            trait?: string | null;
        };
        /** @description The issues of a file in numbers. */
        IssueSummary: {
            /** @description All issues. */
            total: number;
            /** @description Issues that nobody can miss. */
            severe: number;
            /** @description Issues that a listener notices. */
            noticeable: number;
            /** @description Issues of type "garble". */
            garbleCount: number;
            /** @description Issues of type "static". */
            staticCount: number;
            /** @description Issues of type "silence". */
            silenceCount: number;
            /**
             * @description The label of the most audible issue; "none" when there is no issue.
             * @enum {string}
             */
            worstLabel: "subtle" | "noticeable" | "severe" | "none";
        };
        /** @description Samples cut off at the top. */
        Clipping: {
            /** @description Number of places. */
            clipCount: number;
            /** @description Share of all samples, in percent. */
            clipPercentage: number;
        };
        /** @description How high the sound reaches. */
        Bandwidth: {
            /** @description Frequency above which there is nothing; null when the recording fills its sample rate. */
            cutoffHz: number | null;
            /** @description Centre of the spectrum. */
            spectralCentroidHz: number;
            /** @description Share of the band that the sample rate allows, 0 to 1. */
            bandwidthRatio: number;
        };
        /** @description The sound of one file. */
        QualityTrack: {
            /** @description File name, as it was sent. */
            file: string;
            /**
             * @description "speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions.
             * @enum {string}
             */
            speech?: "speech" | "silence" | "noise" | "tone" | "music" | "tooShort";
            /** @description Quality score of the file, 0 to 100; a file is flagged that loses more than 100 x deviationThreshold. */
            score: number;
            /** @description Whether this check says that the file should be regenerated. */
            flagged: boolean;
            /** @description Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions. */
            judged?: boolean;
            /** @description Signal-to-noise ratio in dB; 0 where there is no speech to tell it by. */
            snrDb: number;
            /** @description Number of issues. */
            issueCount: number;
            /** @description How likely the surest of the issues that a listener notices is real, 0 to 1; null where there is none. Absent in audits of older versions. */
            confidence?: number | null;
            issueSummary: components["schemas"]["IssueSummary"];
            /** @description By time. */
            issues: components["schemas"]["Issue"][];
            clipping: components["schemas"]["Clipping"];
            bandwidth: components["schemas"]["Bandwidth"];
        };
        /** @description Audio quality. */
        QualityReport: {
            /** @description Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little. */
            score: number;
            /** @description What the check found, in a sentence or a few. */
            summary: string;
            /** @description Keys of qualityChecks that were false: what they look for is not in the report. Absent in audits of older versions. */
            disabledChecks?: string[];
            /** @description What most files share. Such faults are listed with each file but are no reason to regenerate it, unless they stand out or are severe. */
            batchTraits?: components["schemas"]["BatchTrait"][];
            /** @description One per file, in upload order. */
            tracks: components["schemas"]["QualityTrack"][];
        };
        /** @description A direction that was spoken aloud. */
        SpokenTag: {
            /** @description The tag as written. */
            tag: string;
            /** @description What is inside of it. */
            content: string;
            /** @description What was recognised. */
            spokenWord: string;
            /** @description Start, in seconds from the beginning of the file. */
            timeSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
        };
        /** @description Where a file does not say what its script says. */
        Difference: {
            /**
             * @description What happened to the words.
             * @enum {string}
             */
            kind: "missing" | "added" | "changed";
            /**
             * @description What became of the words: said as written after all (the recogniser is to blame), said otherwise, missing, cut off inside the word, added, or doubtful, where a person should listen; absent in audits of older versions.
             * @enum {string}
             */
            verdict?: "said" | "saidOtherwise" | "missing" | "cut" | "added" | "doubtful";
            /** @description As the script has it; empty for what was added. */
            written: string;
            /** @description As it was recognised; empty for what is missing, or was said and could not be made out. */
            heard: string;
            /** @description Start, in seconds from the beginning of the file. */
            timeSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
            /** @description How sure it is that the voice made the difference, 0 to 1. */
            confidence: number;
            /**
             * @description Who is held to have made it; only the mistakes of the voice count against the file.
             * @enum {string}
             */
            cause: "voice" | "recogniser";
        };
        /** @description Words that were said again. */
        Repetition: {
            /** @description What was said again, as recognised. */
            text: string;
            /** @description How often too many. */
            times: number;
            /** @description Start, in seconds from the beginning of the file. */
            timeSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
        };
        /** @description Tags of the script. */
        Tags: {
            /** @description Tags in the script. */
            found: number;
            /** @description Those that were spoken aloud. */
            spoken: components["schemas"]["SpokenTag"][];
        };
        /** @description A part of a file that its script gives to a speaker. */
        LabelledPart: {
            /** @description The name of the speaker, as the script has it. */
            label: string;
            /** @description Start, in seconds from the beginning of the file. */
            startSec: number;
            /** @description End, in seconds from the beginning of the file. */
            endSec: number;
        };
        /** @description What one file says. */
        ScriptTrack: {
            /** @description File name, as it was sent. */
            file: string;
            /**
             * @description "speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions.
             * @enum {string}
             */
            speech?: "speech" | "silence" | "noise" | "tone" | "music" | "tooShort";
            /** @description What was recognised. */
            transcript: string;
            /** @description Start and end of each word of the transcript (split at spaces), in seconds; absent in audits of older versions. */
            wordTimesSec?: number[][];
            /** @description What should be said: the script without directions and markup, its words parted by single spaces. Absent without a script, where it was not compared, and in audits of older versions. */
            script?: string;
            /** @description Start and end of each word of `script`, in seconds; null where it is not said. A word that was recognised otherwise and is held to be said has the time of what was recognised for it. Absent where the script is of something else, and wherever `script` is. */
            scriptTimesSec?: (number[] | null)[];
            /** @description Who should speak when, in the order of time, where the script names speakers at the beginning of lines ("MARA: I told you so."); absent otherwise. With comparison, its tracks tell which voice speaks. */
            speakers?: components["schemas"]["LabelledPart"][];
            /** @description Whether the file was compared with a script; without one only repetitions and spoken directions are looked for, and `accuracy` is measured against nothing else. Absent in audits of older versions. */
            hasScript?: boolean;
            /** @description How near the file is to what it should say, 0 to 100: 70 after one word of content that is surely wrong, however long the file. A file is flagged that loses more than 100 x deviationThreshold. Absent in audits of older versions. */
            score?: number;
            /** @description For reading: 100 x (1 - wordErrorRate), at least 0. */
            accuracy: number;
            /** @description Words that the voice got wrong for each word that it should say. */
            wordErrorRate: number;
            /** @description Whether this check says that the file should be regenerated. */
            flagged: boolean;
            /** @description Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions. */
            judged?: boolean;
            tags: components["schemas"]["Tags"];
            /** @description Missing, added and changed words, by time; also words that were recognised as others that sound the same (`verdict` "said", `confidence` 0). */
            differences: components["schemas"]["Difference"][];
            /** @description Differences of which nobody knows whether the voice made them: a person should listen; absent in audits of older versions. */
            doubtful?: number;
            /** @description Words said again, by time. */
            repetitions: components["schemas"]["Repetition"][];
            /** @description Whether the end of the script is not said, or only the beginning of its last word. */
            truncated: boolean;
            /** @description What is wrong with the script itself. */
            note?: string;
        };
        /** @description What is wrong between the files and scripts of a batch: told once, beside what each file tells by itself. */
        BatchFinding: {
            /**
             * @description Files that say each other's scripts, a script that several files say, one that goes on in the next file, one that no file says, one recording under several names, or files without a script where others have one.
             * @enum {string}
             */
            kind: "wrongOrder" | "saidTwice" | "split" | "scriptNotSaid" | "sameSound" | "withoutScript";
            /** @description What it is, and what to do about it. */
            message: string;
            /** @description All files that it is about, by name; of "wrongOrder" each says the script of the next, else they are in upload order. */
            files: string[];
        };
        /** @description Script accuracy and tags spoken aloud. */
        ScriptAccuracyReport: {
            /** @description Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little. */
            score: number;
            /** @description What the check found, in a sentence or a few. */
            summary: string;
            /** @description Tags spoken aloud in all files together. */
            spokenTagCount: number;
            /** @description What is wrong between files and scripts of the batch, the most important first; absent in audits of older versions. */
            batchFindings?: components["schemas"]["BatchFinding"][];
            /** @description One per file, in upload order. */
            tracks: components["schemas"]["ScriptTrack"][];
        };
        /** @description Why a file is flagged. */
        Reason: {
            /**
             * @description The check that flags it.
             * @enum {string}
             */
            check: "comparison" | "quality" | "pace" | "scriptAccuracy";
            /** @description What a person would hear, and where. */
            message: string;
            /** @description For comparison: how far the voice, or the volume, is off. */
            deviation?: number;
        };
        /** @description A file that should be regenerated. */
        TrackToRegenerate: {
            /** @description File name, as it was sent. */
            file: string;
            /** @description Why it is flagged. */
            reasons: components["schemas"]["Reason"][];
        };
        /** @description What is wrong with a batch as a whole, so that no single file can be blamed for it. */
        BatchAlarm: {
            /**
             * @description Nobody speaks in half of the files or more, no voice is the batch's own, most files share a fault, or one file is there under several names.
             * @enum {string}
             */
            kind: "nobodySpeaks" | "severalVoices" | "sharedVoice" | "sharedFault" | "identicalFiles";
            /** @description What it is, one sentence. */
            message: string;
            /** @description What to do about it, where that can be said. */
            advice?: string;
            /** @description Those that it is about, in upload order. */
            files: string[];
        };
        /** @description One report for each check that was enabled, and none for the others. */
        Checks: {
            comparison?: components["schemas"]["ComparisonReport"];
            quality?: components["schemas"]["QualityReport"];
            pace?: components["schemas"]["PaceReport"];
            scriptAccuracy?: components["schemas"]["ScriptAccuracyReport"];
        };
        /** @description Where the time went, in seconds. */
        Timing: {
            /** @description Decoding. */
            decode: number;
            /** @description Checks. */
            checks: number;
            /** @description All of it. */
            total: number;
        };
        /** @description The result of one audit. */
        Audit: {
            /** @description Overall score, 0 to 100: the mean of the scores of all enabled checks. */
            score: number;
            /** @description One sentence. */
            summary: string;
            /** @description Number of files in the batch. */
            fileCount: number;
            /** @description Identifies the audit: 32 hex digits. */
            auditId: string;
            /** @description What every judgement was held against. Absent in audits of older versions. */
            deviationThreshold?: number;
            /** @description What is wrong with the batch as a whole, the most important first. Absent in audits of older versions. */
            batchAlarms?: components["schemas"]["BatchAlarm"][];
            /** @description Files flagged by any check, in upload order. */
            tracksToRegenerate: components["schemas"]["TrackToRegenerate"][];
            checks: components["schemas"]["Checks"];
            /** @description Credits that were taken. */
            creditsUsed: number;
            timing: components["schemas"]["Timing"];
            /**
             * Format: uri
             * @description Opens the audit in a browser, without a key. What stands behind # is the secret of this one report.
             */
            reportUrl: string;
        };
        /** @description An audit that goes on without the caller. */
        AuditAccepted: {
            /** @description Identifies the audit. */
            auditId: string;
            /**
             * @description How far it is.
             * @enum {string}
             */
            status: "queued" | "running" | "done";
            /**
             * Format: uri
             * @description Where to ask how far it is; with "Accept: text/event-stream" it tells by itself.
             */
            statusUrl: string;
            /**
             * Format: uri
             * @description Where the audit is once it is done.
             */
            auditUrl: string;
            /**
             * Format: uri
             * @description For who pays per request and has no key: what stands behind # is the X-Report-Token that opens statusUrl and auditUrl.
             */
            reportUrl?: string;
        };
        /** @description Why an audit has no result. */
        AuditFailure: {
            /**
             * @description The code of the error, "cancelled" when the audit was stopped, or "interrupted" when the service stopped while it was running.
             * @enum {string}
             */
            code: "invalid_request" | "unreadable_audio" | "unauthorized" | "insufficient_credits" | "payment_required" | "forbidden" | "not_found" | "method_not_allowed" | "upload_too_slow" | "conflict" | "too_large" | "file_not_fetched" | "range_not_satisfiable" | "unsupported_media" | "rate_limited" | "internal" | "busy" | "cancelled" | "interrupted";
            /** @description For people. */
            message: string;
            /** @description Every file that is wrong. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description How far an audit is. */
        AuditStatus: {
            /** @description Identifies the audit. */
            auditId: string;
            /**
             * @description A failed audit costs nothing.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed";
            /** @description Number of files in the batch. */
            fileCount: number;
            /** @description Files that have been analysed. */
            filesDone: number;
            /** @description About how many seconds it will still take; absent until a file was analysed. */
            timeLeftSec?: number;
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            finishedAt?: string;
            /** @description Why it failed. */
            error?: components["schemas"]["AuditFailure"];
            /**
             * Format: uri
             * @description Where the audit is once it is done.
             */
            auditUrl: string;
        };
        /** @description One step of one file. */
        AuditProgress: {
            /** @description File name. */
            file: string;
            /** @description Its place in the batch, from 0. */
            index: number;
            /**
             * @description What begins now; "heard" (analysed) and "remembered" (cached) are the last that is told of a file.
             * @enum {string}
             */
            step: "decode" | "voiceActivity" | "transcript" | "voicePrint" | "heard" | "remembered";
            /** @description Files that have been analysed. */
            filesDone: number;
            /** @description Number of files in the batch. */
            fileCount: number;
            /** @description Of an analysed file, told a moment after: what quality and scriptAccuracy flag in it by itself. What the batch shares, and the other checks, are known at the end. */
            reasons?: components["schemas"]["Reason"][];
        };
        /** @description A stored audit: its full result, and how it was made. */
        AuditListItem: {
            /** @description Overall score, 0 to 100: the mean of the scores of all enabled checks. */
            score: number;
            /** @description One sentence. */
            summary: string;
            /** @description Number of files in the batch. */
            fileCount: number;
            /** @description Identifies the audit: 32 hex digits. */
            auditId: string;
            /** @description What every judgement was held against. Absent in audits of older versions. */
            deviationThreshold?: number;
            /** @description What is wrong with the batch as a whole, the most important first. Absent in audits of older versions. */
            batchAlarms?: components["schemas"]["BatchAlarm"][];
            /** @description Files flagged by any check, in upload order. */
            tracksToRegenerate: components["schemas"]["TrackToRegenerate"][];
            checks: components["schemas"]["Checks"];
            /** @description Credits that were taken. */
            creditsUsed: number;
            timing: components["schemas"]["Timing"];
            /** @description What its owner calls it. */
            name?: string;
            /** @description In upload order. */
            fileNames: string[];
            /** @description The checks that were enabled. */
            selectedAnalyses: ("comparison" | "quality" | "pace" | "scriptAccuracy")[];
            /**
             * @description Accuracy of the comparison.
             * @enum {string}
             */
            accuracy: "standard" | "high" | "highest";
            /** @description Number of files to regenerate. */
            regenCount: number;
            /** @description Links to the stored files, in upload order; they expire. Empty once the audio was deleted. */
            audioUrls: string[];
            /**
             * @description Through which door it came.
             * @enum {string}
             */
            source: "api" | "web" | "cli";
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
            /**
             * Format: uri
             * @description Opens the audit in a browser, without a key. What stands behind # is the secret of this one report.
             */
            reportUrl?: string;
        };
        /** @description A page of audits, most recent first. */
        AuditList: {
            /** @description Most recent first. */
            audits: components["schemas"]["AuditListItem"][];
            /** @description Pass as cursor to get the next page; absent when there are no more. */
            nextCursor?: string;
        };
        /** @description What the account can spend. */
        Balance: {
            /** @description Credits that are free: those reserved for running audits are not in it. */
            credits: number;
        };
        /** @description What you have decided about one issue. */
        NewDecision: {
            /** @description Name of a file of the audit. */
            file: string;
            /**
             * @description The check that told it.
             * @enum {string}
             */
            check: "comparison" | "quality" | "pace" | "scriptAccuracy";
            /** @description The type of the issue, the kind of the difference, "repetition" or "spokenTag"; the name of the check where it is about the file as a whole. */
            kind: string;
            /** @description timeSec of the issue; null where it is about the file as a whole. */
            timeSec: number | null;
            /** @description endSec of the issue; it may be left out. */
            endSec?: number | null;
            /**
             * @description "retake": the file is to be regenerated for it; "accept": it is there and may stay; "falseAlarm": it is not there.
             * @enum {string}
             */
            decision: "retake" | "accept" | "falseAlarm";
            /** @description Why, in your words. */
            note?: string;
        };
        /** @description What you have decided. */
        NewDecisions: {
            /** @description One for each issue, 1000 at most. */
            decisions: components["schemas"]["NewDecision"][];
        };
        /** @description What was decided about one issue of a file. */
        Decision: {
            /** @description File name, as it was sent. */
            file: string;
            /**
             * @description The check that told it.
             * @enum {string}
             */
            check: "comparison" | "quality" | "pace" | "scriptAccuracy";
            /** @description The type of the issue, the kind of the difference, "repetition" or "spokenTag"; the name of the check where it is about the file as a whole. */
            kind: string;
            /** @description timeSec of the issue; null where it is about the file as a whole. */
            timeSec: number | null;
            /** @description endSec of the issue; null for the file as a whole. */
            endSec: number | null;
            /** @description How sure the check was, as the result told it; null where it tells no such thing. */
            confidence: number | null;
            /**
             * @description "retake": the file is to be regenerated for it; "accept": it is there and may stay; "falseAlarm": it is not there.
             * @enum {string}
             */
            decision: "retake" | "accept" | "falseAlarm";
            /** @description Why; empty where nothing was said. */
            note: string;
            /** @description The audit that it was made in: this one, or another of the same content. Null once that was deleted. */
            auditId: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description What was decided about the files of an audit. */
        Decisions: {
            /** @description In upload order of the files, then by check and time. */
            decisions: components["schemas"]["Decision"][];
        };
        VoiceForm: {
            /** @description One recording of the voice, in a part named "files", under the limits of files of an audit. It needs 0.8 s of speech, and 10 s are plenty. */
            files: string[];
        };
        /** @description A voice that files can be held against. */
        KeptVoice: {
            /** @description What the voice is called, in referenceVoices as well. */
            name: string;
            /** @description Seconds of speech that it was made of. */
            speechSec: number;
            /** @description Whether another version of the voice model made it: then put a recording again before it is named in an audit. */
            outdated: boolean;
            /**
             * Format: date-time
             * @description When it was put.
             */
            createdAt: string;
        };
        /** @description The voices that the account keeps. */
        KeptVoiceList: {
            /** @description The oldest first. */
            voices: components["schemas"]["KeptVoice"][];
        };
        /** @description One change of the balance. */
        CreditEntry: {
            /** @description Number of the entry in your account: 1 for the first, one more for each that follows. */
            id: number;
            /**
             * @description Credits granted, set aside for an audit, or given back from it.
             * @enum {string}
             */
            kind: "grant" | "reservation" | "settlement" | "release";
            /** @description What was added to the balance; below 0 what was taken. */
            credits: number;
            /** @description The balance after it. */
            balance: number;
            /** @description The audit it was for. */
            auditId: string | null;
            /** @description In words, where there are any. */
            note: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
        };
        /** @description A page of changes of the balance. */
        CreditHistory: {
            /** @description Newest first. */
            entries: components["schemas"]["CreditEntry"][];
            /** @description Pass as before to get the next page; absent when there are no more. */
            nextBefore?: number;
        };
        /** @description A key of your account. The key itself is told once, when it is made. */
        ApiKey: {
            /** @description Identifies the key; it is not the key itself. */
            id: string;
            /** @description What it is for, in your words. */
            name: string;
            /** @description How the key begins, to know it again. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it was last used, to the minute. */
            lastUsedAt: string | null;
            /** @description What it may be used for. */
            scopes: ("audit" | "read" | "manage")[];
            /** @description From when on it does not work; null when it works until it is revoked. */
            expiresAt: string | null;
        };
        /** @description A key that was just made. */
        NewApiKey: {
            /** @description Identifies the key; it is not the key itself. */
            id: string;
            /** @description What it is for, in your words. */
            name: string;
            /** @description How the key begins, to know it again. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it was last used, to the minute. */
            lastUsedAt: string | null;
            /** @description What it may be used for. */
            scopes: ("audit" | "read" | "manage")[];
            /** @description From when on it does not work; null when it works until it is revoked. */
            expiresAt: string | null;
            /** @description The key. It is told now and never again. */
            secret: string;
        };
        /** @description The keys of your account that work. */
        ApiKeys: {
            /** @description Oldest first. */
            keys: components["schemas"]["ApiKey"][];
        };
        /** @description A stored audit in a few words. */
        AuditBrief: {
            /** @description Identifies the audit: 32 hex digits. */
            auditId: string;
            /** @description What its owner calls it. */
            name?: string;
            /** @description Overall score, 0 to 100: the mean of the scores of all enabled checks. */
            score: number;
            /** @description One sentence. */
            summary: string;
            /** @description Number of files in the batch. */
            fileCount: number;
            /** @description Number of files to regenerate. */
            regenCount: number;
            /** @description Credits that were taken. */
            creditsUsed: number;
            /** @description The checks that were enabled. */
            selectedAnalyses: ("comparison" | "quality" | "pace" | "scriptAccuracy")[];
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
            /**
             * Format: uri
             * @description Opens the audit in a browser, without a key. What stands behind # is the secret of this one report.
             */
            reportUrl?: string;
            /** @description Names of the first files of the batch. */
            firstFiles: string[];
        };
        /** @description An audit without a result: it waits, runs or has failed. */
        UnfinishedAudit: {
            /** @description Identifies the audit: 32 hex digits. */
            auditId: string;
            /** @description What its owner calls it. */
            name?: string;
            /**
             * @description A failed audit costs nothing.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed";
            /** @description Number of files in the batch. */
            fileCount: number;
            /** @description Files that have been analysed. */
            filesDone: number;
            /** @description About how many seconds it will still take; absent until a file was analysed. */
            timeLeftSec?: number;
            /** @description The checks that were enabled. */
            selectedAnalyses: ("comparison" | "quality" | "pace" | "scriptAccuracy")[];
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            finishedAt?: string;
            /** @description Why it failed. */
            error?: components["schemas"]["AuditFailure"];
            /** @description Names of the first files of the batch. */
            firstFiles: string[];
        };
        /** @description A page of audits in a few words, most recent first. */
        AuditOverview: {
            /** @description Finished ones, in the order asked for. */
            audits: components["schemas"]["AuditBrief"][];
            /** @description With the first page: the latest that wait, run or have failed, most recent first. */
            unfinished?: components["schemas"]["UnfinishedAudit"][];
            /** @description Pass as cursor to get the next page; absent when there are no more. */
            nextCursor?: string;
        };
        /** @description What a player needs to draw a file. */
        Waveform: {
            /** @description Length of the file. */
            durationSec: number;
            /** @description Length of one stretch. */
            stepSec: number;
            /** @description Lowest and highest sample of each stretch in turn; full scale is 127. */
            peaks: number[];
        };
        /** @description What a list needs to draw a file. */
        Outline: {
            /** @description Place of the file in the batch, from 0. */
            position: number;
            /** @description Length of the file. */
            durationSec: number;
            /** @description Length of one stretch. */
            stepSec: number;
            /** @description Lowest and highest sample of each of at most 72 stretches in turn; full scale is 127. */
            peaks: number[];
        };
        /** @description Small waveforms of several files. */
        Outlines: {
            /** @description In the order of the request; without files whose audio is gone. */
            outlines: components["schemas"]["Outline"][];
        };
        /** @description Who is signed in to the web app. */
        Session: {
            /** @description Whether the request comes from somebody who is known. */
            signedIn: boolean;
            /** @description Name of the account. */
            account?: string;
            /** @description The key that was used to sign in. */
            keyId?: string;
            /** @description What that key may be used for. */
            scopes?: ("audit" | "read" | "manage")[];
            /** @description When that key expires. */
            expiresAt?: string | null;
            /** @description Credits that are free, where the key may read that. */
            credits?: number;
            /** @description Whether the audit asked about is theirs. */
            ownsAudit?: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: {
                /** @description An audit, to learn whose it is. */
                auditId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who it is, or that it is nobody. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signOut: {
        parameters: {
            query?: {
                /** @description With "true" all sessions that were begun with the same key end. */
                everywhere?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAuditWaveform: {
        parameters: {
            query: {
                /** @description As in the link out of audioUrls. */
                expires: string;
                /** @description As in the link out of audioUrls. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
                /** @description Place of the file in the batch, from 0. */
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waveform. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Waveform"];
                };
            };
            /** @description The waveform is as it was. */
            304: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAuditOutlines: {
        parameters: {
            query: {
                /** @description As in the link out of audioUrls. */
                expires: string;
                /** @description As in the link out of audioUrls. */
                signature: string;
                /** @description Places of up to 12 files, from 0. */
                positions: string;
            };
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waveforms. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outlines"];
                };
            };
        };
    };
    listAuditBriefs: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100. */
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description Only audits with this in their name or in the name of a file. */
                search?: string;
                /** @description Most recent first unless told: "oldest", "score" (lowest first), "regenerate" (most files to regenerate first). A cursor is for the same search and order. */
                sort?: "newest" | "oldest" | "score" | "regenerate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audits. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditOverview"];
                };
            };
        };
    };
    nameAudit: {
        parameters: {
            query: {
                /** @description The name; empty to take it away. */
                name: string;
            };
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has that name now. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeys"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query: {
                /** @description What it is for, in your words. */
                name: string;
                /** @description What it may be used for: audit, read, manage, with commas between them. Left out: audit and read. */
                scopes?: string;
                /** @description From when on it does not work. Left out: as the key that makes it, which is never for most. */
                expiresAt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, told this once. */
            201: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a key of yours. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works no more. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCreditHistory: {
        parameters: {
            query?: {
                /** @description nextBefore of the page before. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditHistory"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They can. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the text format. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    createAudit: {
        parameters: {
            query: {
                /** @description Enable speaker consistency analysis. */
                comparison: "true" | "false";
                /** @description Enable audio quality analysis. */
                quality: "true" | "false";
                /** @description Enable speaking speed consistency analysis. */
                pace: "true" | "false";
                /** @description Enable script accuracy and spoken tag detection. */
                scriptAccuracy: "true" | "false";
                /** @description When "true", every file is analysed again and charged in full, whether it is cached or not. Any other text is as if it were not there. */
                forceFresh?: string;
            };
            header?: {
                /** @description API key; alternatively "Authorization: Bearer <API_KEY>". Required unless paying via x402. */
                "x-api-key"?: string;
                /** @description Base64-encoded x402 payment receipt, sent on the retry after a 402 response. It names its quote: where the files were kept the retry needs no body. */
                "payment-signature"?: string;
                /** @description Wallet address, sent on the initial request so that the 402 price includes cached-file discounts. */
                "x-wallet"?: string;
                /** @description The same request sent again under the same key gives the same audit and is charged once; the audit goes on when the connection breaks. Of one account, or of one wallet that pays. */
                "idempotency-key"?: string;
                /** @description "respond-async" answers 202 at once; the audit goes on without the caller. */
                prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": components["schemas"]["AuditForm"];
            };
        };
        responses: {
            /** @description The audit. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description When the audit was paid with x402: the x402 version 2 `SettleResponse` object with the transaction, in base64. */
                    "payment-response"?: string;
                    /** @description That the same request was sent before, under the same Idempotency-Key or with the same payment: this is its audit. */
                    "idempotency-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                };
            };
            /** @description With "Prefer: respond-async": the audit goes on. */
            202: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description The status URL. */
                    location?: string;
                    /** @description That the audit goes on by itself. */
                    "preference-applied"?: string;
                    /** @description That the same request was sent before, under the same Idempotency-Key or with the same payment: this is its audit. */
                    "idempotency-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditAccepted"];
                };
            };
        };
    };
    listAudits: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100. */
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audits. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditListItem"];
                };
            };
        };
    };
    deleteAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAuditStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description What stands behind # in reportUrl. */
                "x-report-token"?: string;
            };
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far it is. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditStatus"];
                    "text/event-stream": string;
                };
            };
        };
    };
    getAuditAudio: {
        parameters: {
            query: {
                /** @description Until when the link works, in seconds since 1970. */
                expires: string;
                /** @description What makes the link work. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
                /** @description Place of the file in the batch, from 0. */
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description Parts of the file can be asked for. */
                    "accept-ranges"?: string;
                    /** @description Changes when the content does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description Parts of the file can be asked for. */
                    "accept-ranges"?: string;
                    /** @description Changes when the content does. */
                    etag?: string;
                    /** @description Which bytes these are, and of how many. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The file is as it was. */
            304: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description Parts of the file can be asked for. */
                    "accept-ranges"?: string;
                    /** @description Changes when the content does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    headAuditAudio: {
        parameters: {
            query: {
                /** @description Until when the link works, in seconds since 1970. */
                expires: string;
                /** @description What makes the link work. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
                /** @description Place of the file in the batch, from 0. */
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description Parts of the file can be asked for. */
                    "accept-ranges"?: string;
                    /** @description Changes when the content does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description Parts of the file can be asked for. */
                    "accept-ranges"?: string;
                    /** @description Changes when the content does. */
                    etag?: string;
                    /** @description Which bytes these are, and of how many. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The file is as it was. */
            304: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description Parts of the file can be asked for. */
                    "accept-ranges"?: string;
                    /** @description Changes when the content does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header: {
                /** @description What stands behind # in reportUrl. */
                "x-report-token": string;
            };
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditListItem"];
                };
            };
        };
    };
    revokeReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works no more. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decisions. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decisions"];
                };
            };
        };
    };
    decide: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDecisions"];
            };
        };
        responses: {
            /** @description All decisions about the files of the audit, as they are now. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decisions"];
                };
            };
        };
    };
    getCaptions: {
        parameters: {
            query?: {
                /** @description WebVTT or SubRip. */
                format?: "vtt" | "srt";
                /** @description Phrases of at most two lines of 42 characters and 7 s, cut at sentences, clauses and pauses; or one cue for each word. */
                level?: "sentence" | "word";
            };
            header?: never;
            path: {
                /** @description The auditId of an audit of yours. */
                auditId: string;
                /** @description Place of the file in the batch, from 0. */
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The captions, in UTF-8; without a cue where nothing is said. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    /** @description A file name made of the name of the audio file (RFC 8187). */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/vtt": string;
                    "application/x-subrip": string;
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    listVoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The voices. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptVoiceList"];
                };
            };
        };
    };
    putVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What the voice is called, in referenceVoices as well. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["VoiceForm"];
            };
        };
        responses: {
            /** @description The voice as it is kept. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptVoice"];
                };
            };
        };
    };
    deleteVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What the voice is called, in referenceVoices as well. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoints"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint with its secret, told this once. */
            201: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an endpoint of yours. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an endpoint of yours. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an endpoint of yours. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret, told this once. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    rotateWebhookRequestSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, told this once. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRequestSecret"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100. */
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description Only those to this endpoint. */
                endpointId?: string;
                /** @description Only those in this state. */
                state?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a delivery of yours. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is sent in a moment. */
            204: {
                headers: {
                    /** @description Names this request in the log of the service: tell it when you ask for help. */
                    "x-request-id"?: string;
                    /** @description Requests a minute that are allowed: with the key, or from the address. */
                    "ratelimit-limit"?: string;
                    /** @description How many of them are left. */
                    "ratelimit-remaining"?: string;
                    /** @description Seconds until all are allowed again. */
                    "ratelimit-reset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
