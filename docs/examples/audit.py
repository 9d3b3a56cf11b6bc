"""Audits speech files with nothing but Python's standard library.

    AUDIO_AUDIT_URL=http://localhost:8080 AUDIO_AUDIT_KEY=aa_... python3 audit.py one.mp3 two.mp3
"""
import argparse
import json
import os
import sys
import urllib.error
import urllib.request
import uuid


def form(files, fields):
    """The files and fields as multipart/form-data: the content type, and the body."""
    boundary = uuid.uuid4().hex
    body = b""
    for name, value in fields.items():
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for path in files:
        name = os.path.basename(path).replace('"', "%22")
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'
        with open(path, "rb") as file:
            body += head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + file.read() + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def audit(base_url, key, files, fields):
    content_type, body = form(files, fields)
    query = "comparison=true&quality=true&pace=true&scriptAccuracy=true"
    request = urllib.request.Request(
        f"{base_url}/v1/audit?{query}",
        data=body,
        headers={"X-API-Key": key, "Content-Type": content_type, "Idempotency-Key": uuid.uuid4().hex},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--scripts", help="JSON object of file name to script text")
    given = parser.parse_args()
    fields = {"scripts": given.scripts} if given.scripts else {}
    try:
        result = audit(os.environ["AUDIO_AUDIT_URL"], os.environ["AUDIO_AUDIT_KEY"], given.files, fields)
    except urllib.error.HTTPError as error:
        # What is wrong, and with which file or field.
        sys.exit(error.read().decode())
    json.dump(result, sys.stdout, indent=2)
