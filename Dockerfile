# An image for each service, one for JMeter, and one for ./bench. Compose builds them: docker compose --profile load build
# One alone: docker build --build-arg MODULE=webflux .
ARG JAVA_VERSION=25
# The images that these are built on, by tag. A tag moves: where builds must repeat, give each with its digest, as
# --build-arg JRE_IMAGE=eclipse-temurin:25-jre@sha256:...
ARG MAVEN_IMAGE=maven:3.9-eclipse-temurin-25
ARG JRE_IMAGE=eclipse-temurin:${JAVA_VERSION}-jre
ARG JDK_IMAGE=eclipse-temurin:25-jdk
ARG JRE_21_IMAGE=eclipse-temurin:21-jre

FROM ${MAVEN_IMAGE} AS build
WORKDIR /lab
# The dependencies are a layer of their own, which stays while only sources change. One file is compiled with them, so
# that the compiler's plugins are fetched too.
COPY pom.xml ./
COPY launcher/pom.xml launcher/
COPY wire/pom.xml wire/
COPY slow-backend/pom.xml slow-backend/
COPY service-common/pom.xml service-common/
COPY tomcat-platform/pom.xml tomcat-platform/
COPY tomcat-virtual/pom.xml tomcat-virtual/
COPY webflux/pom.xml webflux/
COPY jetty/pom.xml jetty/
COPY coroutines/pom.xml coroutines/
COPY r2dbc/pom.xml r2dbc/
COPY contract/pom.xml contract/
COPY jmeter/pom.xml jmeter/
COPY programs/pom.xml programs/
COPY harness/pom.xml harness/
COPY service-common/src/main/java/lab/common/package-info.java service-common/src/main/java/lab/common/
ARG SERVICES=slow-backend,tomcat-platform,tomcat-virtual,webflux
RUN mvn -B -q -ntp -Paot -pl $SERVICES -am -Dmaven.test.skip -Dspring-boot.aot.skip -Dspring-boot.repackage.skip package \
    && rm -r */target
COPY wire/src/main wire/src/main
COPY slow-backend/src/main slow-backend/src/main
COPY service-common/src/main service-common/src/main
COPY tomcat-platform/src/main tomcat-platform/src/main
COPY tomcat-virtual/src/main tomcat-virtual/src/main
COPY webflux/src/main webflux/src/main
# All four at once: the images of a compose build share this stage. Offline, so that the layer above is complete.
RUN mvn -B -q -o -Paot -pl $SERVICES -am -Dmaven.test.skip package

FROM build AS layers
ARG MODULE
RUN case ",$SERVICES," in *",${MODULE:-nothing},"*) ;; \
    *) echo "MODULE is '$MODULE', must be one of $SERVICES: --build-arg MODULE=webflux"; exit 2 ;; esac
RUN mv $MODULE/target/$MODULE.jar app.jar && java -Djarmode=tools -jar app.jar extract --layers --destination layers

FROM ${MAVEN_IMAGE} AS jmeter-home
WORKDIR /lab/jmeter
COPY jmeter/pom.xml jmeter/user.properties ./
RUN mvn -B -q -ntp package
# The script jmeterw asks the launcher, which a runtime without a compiler cannot run from source.
COPY launcher/src/main/java/Bench.java ../launcher/src/main/java/
RUN javac --release 17 -d ../launcher/target/classes ../launcher/src/main/java/Bench.java \
    && cp ../launcher/src/main/java/Bench.java ../launcher/target/classes/

# The harness and all that it starts, as mvn package makes it outside.
FROM build AS laboratory
COPY jetty/src/main jetty/src/main
COPY coroutines/src/main coroutines/src/main
COPY r2dbc/src/main r2dbc/src/main
COPY programs/src/main programs/src/main
COPY harness/src/main harness/src/main
RUN mvn -B -q -ntp -pl $SERVICES,jetty,coroutines,r2dbc,programs,harness -am -Dmaven.test.skip clean package \
    && mkdir /built && cp -r --parents */target/*.jar */target/lib /built && rm -f /built/*/target/*-plain.jar

FROM ${JRE_IMAGE} AS jmeter
WORKDIR /lab
COPY --from=jmeter-home /lab/jmeter jmeter
COPY --from=jmeter-home /lab/launcher launcher
COPY --from=laboratory /built/harness harness
COPY bench jmeterw ./
COPY jmeter/*.jmx jmeter/address jmeter/distributed jmeter/rmi jmeter/watch jmeter/worker jmeter/
COPY docker/as-owner docker/bench docker/comparison docker/
# Compiled quickly, as ./bench has it: the generator leaves the processors to what it measures.
ENV JVM_ARGS="-XX:+ExitOnOutOfMemoryError -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.awt.headless=true -Duser.home=/tmp"
ENTRYPOINT ["docker/as-owner", "docker/comparison"]

FROM ${JRE_21_IMAGE} AS java-21

# A JDK, since the harness asks jcmd for the objects on a heap; and the Java 21 that pinning compares with.
FROM ${JDK_IMAGE} AS bench
WORKDIR /lab
COPY --from=java-21 /opt/java/openjdk /usr/lib/jvm/java-21
COPY --from=jmeter-home /lab/jmeter jmeter
COPY --from=laboratory /built ./
COPY jmeter/*.jmx jmeter/
COPY docker/as-owner docker/bench docker/
RUN docker/bench prepare && ln -s /results results
COPY experiments experiments
COPY workshop workshop
ARG COMMIT=unknown
RUN echo "$COMMIT" > commit
ENTRYPOINT ["docker/as-owner", "docker/bench"]

# Last, so that it is what a plain docker build makes.
FROM ${JRE_IMAGE} AS service
WORKDIR /app
COPY docker/service docker/healthy docker/train ./
COPY --from=layers /lab/layers/dependencies/ ./
COPY --from=layers /lab/layers/snapshot-dependencies/ ./
COPY --from=layers /lab/layers/application/ ./
RUN ./train && rm train
USER 10001:10001
# Loopback is the default elsewhere; in a container it would be reached by nobody.
ENV SERVER_ADDRESS=0.0.0.0 MANAGEMENT_SERVER_ADDRESS=0.0.0.0
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s --start-interval=250ms CMD ["./healthy"]
ENTRYPOINT ["./service"]
