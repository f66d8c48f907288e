import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  static final Map<String, String> SECRETS = pairs(System.getenv("SECRETS"), " ");

  static Map<String, String> pairs(String text, String separator) {
    var all = new HashMap<String, String>();
    for (var one : text.split(separator)) {
      var at = one.indexOf('=');
      if (at > 0) all.put(one.substring(0, at), one.substring(at + 1));
    }
    return all;
  }

  static boolean valid(String header, byte[] body) throws Exception {
    var parts = pairs(header == null ? "" : header, ",");
    var t = parts.getOrDefault("t", "");
    var secret = SECRETS.get(parts.get("kid"));
    if (secret == null || !t.matches("[0-9]{1,18}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(t)) > 300) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes("UTF-8"), "HmacSHA256"));
    mac.update((t + ".").getBytes("UTF-8"));
    var right = HexFormat.of().formatHex(mac.doFinal(body));
    return MessageDigest.isEqual(right.getBytes("UTF-8"), parts.getOrDefault("v1", "").getBytes("UTF-8"));
  }

  public static void main(String[] none) throws Exception {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 0);
    server.createContext("/", exchange -> {
      try (exchange) {
        var body = exchange.getRequestBody().readAllBytes(); // as it arrived: parse it only afterwards
        var ok = valid(exchange.getRequestHeaders().getFirst("X-Service-Signature"), body);
        exchange.sendResponseHeaders(ok ? 204 : 401, -1);
        if (ok) System.out.println(new String(body, "UTF-8")); // the work comes after the answer, in a thread
      } catch (Exception e) {
        e.printStackTrace(); // it is sent again
      }
    });
    server.start();
  }
}
